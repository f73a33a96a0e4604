// What is kept of a document over months: a look at answers that are there, which asks no source and charges nothing.
import type { Document } from '../../documents/document.ts';
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import { enterOrganization } from '../../platform/http/access.ts';
import type { Caller, Entry } from '../../platform/http/caller.ts';
import { listKeptMonths } from './history-queries.ts';
import type { HistoryAnswer, HistoryMonth } from './history-schemas.ts';
import type { Indicators } from './indicators.ts';
import { choosePayingOrganization, listScrPlans } from './rules.ts';
import { createWrapping } from './wrapping.ts';

export type HistoryQuestion = {
  readonly caller: Caller;
  readonly document: Document;
  readonly organizationId?: number;
};
export type History = { read(question: HistoryQuestion): Promise<HistoryAnswer> };

type HistoryParts = {
  database: Database;
  keyring: Keyring;
  /** The kind of consent without which nothing is told; null for none. */
  neededMode: string | null;
};

/** Organization, then plan, as for the indicators; nothing is charged, so the plan itself need not be named. */
function enterWithAnyPlan({ caller, organizationId }: HistoryQuestion): Entry {
  const choice = choosePayingOrganization(caller, organizationId);
  if (choice.kind === 'ambiguous') {
    const message = 'organizationId is required: more than one organization has SCR';
    throw new FarolError('PARAMETER_INVALID', { message });
  }
  if (choice.organizationId === undefined) {
    throw new FarolError('PLAN_NOT_ALLOWED');
  }
  const entry = enterOrganization(caller, choice.organizationId, 'analyst');
  if (listScrPlans(entry).length === 0) {
    throw new FarolError('PLAN_NOT_ALLOWED');
  }
  return entry;
}

function toMonth(referenceMonth: string, indicators: Indicators): HistoryMonth {
  const { activePortfolio, overdue, overdueOver90Days, loss, creditLimits, totalResponsibility } = indicators;
  return {
    referenceMonth,
    activePortfolio,
    overdue,
    overdueOver90Days,
    loss,
    creditLimits,
    totalResponsibility,
  };
}

export function createHistory({ database, keyring, neededMode }: HistoryParts): History {
  const wrapping = createWrapping(keyring);
  return {
    read: async (question) => {
      const { caller, document } = question;
      const { organizationId, scope } = enterWithAnyPlan(question);
      const documentHash = wrapping.hashDocument(document);
      const subject = `scr ${documentHash.toString('hex')}`;
      const { hasConsent, months } = await database.transaction(scope, async (tx) => {
        const kept = await listKeptMonths(tx, { organizationId, documentHash, neededMode });
        const action = kept.months.length === 0 ? 'scr.history.none' : 'scr.history';
        recordAudit(tx, [{ organizationId, actor: caller.key, action, subject, documentHash }]);
        return kept;
      });
      // Behind the transaction: that somebody tried stays on record.
      if (!hasConsent) {
        throw new FarolError('CONSENT_REQUIRED');
      }
      const opened = months.map(({ id, month, wrappedIndicators }) => {
        const plain = wrapping.unwrap({ organizationId, id }, 'indicators', wrappedIndicators);
        return toMonth(month, JSON.parse(plain) as Indicators);
      });
      return { document, months: opened };
    },
  };
}

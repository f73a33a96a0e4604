import type { CaseNumber } from '../../documents/case-number.ts';
// The cases of an analysis as it froze them, each with the reasons for its risk.
import { findCourt } from '../../documents/court.ts';
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { bitOf } from './case-keys.ts';
import { countCases, findListed, listCases } from './case-queries.ts';
import type { CaseFilter, ListedAnalysis } from './case-queries.ts';
import { caseToWire, sourceToWire } from './case-schemas.ts';
import type { CasesFilter } from './case-schemas.ts';
import { toFrozenCase } from './case-store.ts';
import { ownerOf } from './reporting.ts';
import { openSubject } from './sealed-subject.ts';
import { listSources, readSteps } from './step.ts';

const DEFAULT_LIMIT = 50;

export type CaseListParts = { database: Database; keyring: Keyring };

export type CaseListQuestion = {
  entry: Entry;
  actor: string;
  analysisId: number;
  uniqueId: number;
  wanted: CasesFilter;
};

export type CaseLists = { list(question: CaseListQuestion): Promise<object> };

const NATURE_BITS = {
  EXECUTION: bitOf('RISK_EXECUTION'),
  LABOUR: bitOf('RISK_WORKER'),
  CRIMINAL: bitOf('RISK_CRIMINAL'),
} as const;
const ANY_NATURE = NATURE_BITS.EXECUTION | NATURE_BITS.LABOUR | NATURE_BITS.CRIMINAL;

/** Segments have one digit and courts two: `826` is TJSP. */
const COURT_CODES: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  Array.from({ length: 900 }, (_, index) => String(index + 100)),
  (code) => findCourt(`${'0'.repeat(13)}${code}0000` as CaseNumber)?.acronym ?? '',
);

function courtCodes(acronym: string): readonly string[] {
  const codes = COURT_CODES.get(acronym.toUpperCase());
  if (codes === undefined) {
    const details = [{ path: '/court', message: 'is no acronym of a court' }];
    throw new FarolError('PARAMETER_INVALID', { details });
  }
  return codes;
}

/** Throws on a court that there is none of. */
export function readFilter({ key, nature, life, risk, court, minValue, maxValue }: CasesFilter): CaseFilter {
  const natureBit = nature === undefined || nature === 'CIVIL' ? 0 : NATURE_BITS[nature];
  return {
    withKeys: (key === undefined ? 0 : bitOf(key)) | natureBit,
    withoutKeys: nature === 'CIVIL' ? ANY_NATURE : 0,
    isActive: life === undefined ? null : life === 'ACTIVE',
    hasRisk: risk === undefined ? null : risk === 'WITH',
    courts: court === undefined ? null : courtCodes(court),
    minValue: minValue ?? null,
    maxValue: maxValue ?? null,
  };
}

async function readPage(
  tx: Transaction,
  keyring: Keyring,
  question: CaseListQuestion & { listed: ListedAnalysis },
): Promise<Record<string, unknown>> {
  const { entry, analysisId, wanted, listed } = question;
  const { organizationId } = entry;
  const { frozen_run: run, rules_version: rulesVersion } = listed;
  if (run === null || rulesVersion === null) {
    return { rulesVersion: 0, total: 0, totalWithoutValue: 0, result: [], next: '' };
  }
  const { limit = DEFAULT_LIMIT, after = '' } = wanted;
  const [list, filter] = [{ organizationId, analysisId, run }, readFilter(wanted)];
  const { total, withoutValue } = await countCases(tx, list, filter);
  // One more than asked for tells whether there is another page.
  const rows = await listCases(tx, list, { filter, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const { document } = openSubject(
    keyring,
    { organizationId, documentHash: listed.document_hash },
    listed.wrapped_subject,
  );
  const owner = ownerOf(document);
  return {
    rulesVersion,
    total,
    totalWithoutValue: withoutValue,
    result: page.map((row) => caseToWire(row, toFrozenCase(row, owner), rulesVersion)),
    next: rows.length > limit ? (page.at(-1)?.number ?? '') : '',
  };
}

export function createCaseLists({ database, keyring }: CaseListParts): CaseLists {
  return {
    list: async (question) => {
      const { entry, actor, analysisId, uniqueId } = question;
      const { organizationId, scope } = entry;
      const found = await database.transaction(scope, async (tx) => {
        const listed = await findListed(tx, { organizationId, analysisId, uniqueId });
        const action = listed === null ? 'analysis.cases.none' : 'analysis.cases';
        const documentHash = listed?.document_hash ?? null;
        const subject = `analysis ${analysisId} ${uniqueId}`;
        recordAudit(tx, [{ organizationId, actor, action, subject, documentHash }]);
        return listed === null
          ? null
          : { listed, page: await readPage(tx, keyring, { ...question, listed }) };
      });
      if (found === null) {
        throw new FarolError('NOT_FOUND', { message: 'Analysis not found' });
      }
      const { listed, page } = found;
      const { result, next, ...counts } = page;
      const sources = listSources(readSteps(listed.steps)).map(sourceToWire);
      return {
        success: true,
        reason: '',
        statusIndex: listed.status_index,
        ...counts,
        sources,
        result,
        next,
      };
    },
  };
}

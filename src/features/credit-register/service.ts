// One question to the credit register: who may ask, what is known already, and what starts when nothing is.
import type { Document } from '../../documents/document.ts';
import { localDate } from '../../documents/local-date.ts';
import { FarolError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { groupCreates } from '../../platform/effects/creates.ts';
import type { Create } from '../../platform/effects/creates.ts';
import type { GroupCommit } from '../../platform/effects/group-commit.ts';
import type { KeptAnswer } from '../../platform/effects/idempotency.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import { enterOrganization } from '../../platform/http/access.ts';
import type { Caller, Entry } from '../../platform/http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { createRevocation, groupConsents, neededModeOf } from './consents.ts';
import type { ConsentCreates, Revocation } from './consents.ts';
import { createHistory } from './history-service.ts';
import type { History } from './history-service.ts';
import type { Indicators } from './indicators.ts';
import { SCR_JOB } from './jobs.ts';
import type { Consent } from './ports.ts';
import { createStateReads } from './queries.ts';
import type { KnownEnquiry, StateReads } from './queries.ts';
import { chooseSubscription, decideStep, listScrPlans, referenceMonthOn } from './rules.ts';
import { startEnquiries } from './store.ts';
import type { NewEnquiry } from './store.ts';
import { createWrapping } from './wrapping.ts';
import type { Wrapping } from './wrapping.ts';

export type RegisterSettings = {
  /** The kind of consent that the configured source can use; null: there is no source. */
  readonly consentMode: Consent['mode'] | null;
  /** False where the sandbox's own population has given it. */
  readonly isConsentRequired: boolean;
};

export type RegisterParts = {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  settings: RegisterSettings;
};

export type Question = {
  readonly caller: Caller;
  readonly document: Document;
  readonly organizationId?: number;
  readonly planId?: number;
};

export type RegisterAnswer =
  | { readonly status: 'PROCESSING'; readonly message: string }
  | {
      readonly status: 'SUCCESS';
      readonly message: '';
      readonly source: 'live' | 'cache';
      readonly document: string;
      readonly referenceMonth: string;
      readonly indicators: Indicators;
    };

export type Register = { ask(question: Question): Promise<RegisterAnswer> };

/** Somebody has to configure a source first. */
const NOT_CHECKED_SECONDS = 3600;
const PROCESSING: RegisterAnswer = { status: 'PROCESSING', message: 'The query is being processed' };

type Start = NewEnquiry & { readonly actor: string };
type Starts = GroupCommit<Create<Start>, KeptAnswer>;

function groupStarts(database: Database, keyring: Keyring): Starts {
  return groupCreates<Start>({
    database,
    keyring,
    write: async (tx, accepted) => {
      const starts = accepted.map(({ input }) => input);
      startEnquiries(tx, starts);
      recordAudit(
        tx,
        starts.map(({ organizationId, id, actor, documentHash }) => ({
          organizationId,
          actor,
          action: 'scr.start',
          subject: `scr ${id}`,
          documentHash,
        })),
      );
      // A job each: they wait for the source side by side, and one that fails takes no other along.
      await enqueue(
        tx,
        SCR_JOB,
        starts.map(({ organizationId, id }) => ({ organizationId, payload: { enquiryId: id } })),
      );
      return starts.map(() => ({ status: 202, body: '' }));
    },
  });
}

/** Organization, then plan, as the contract orders them. */
function enterWithPlan({ caller, organizationId, planId }: Question): { entry: Entry; planId: number } {
  const choice = chooseSubscription(caller, {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(planId === undefined ? {} : { planId }),
  });
  if (choice.kind === 'ambiguous') {
    const message = 'organizationId and planId are required: more than one subscription has SCR';
    throw new FarolError('PARAMETER_INVALID', { message });
  }
  if (choice.organizationId === undefined) {
    throw new FarolError('PLAN_NOT_ALLOWED');
  }
  const entry = enterOrganization(caller, choice.organizationId, 'analyst');
  const chosen = listScrPlans(entry).find((candidate) => candidate === choice.planId);
  if (chosen === undefined) {
    throw new FarolError('PLAN_NOT_ALLOWED');
  }
  return { entry, planId: chosen };
}

type Asked = {
  readonly entry: Entry;
  readonly planId: number;
  readonly actor: string;
  readonly document: Document;
  readonly documentHash: Buffer;
  readonly month: string;
};

function toAnswer({ document, month }: Asked, { indicators, isLive }: KnownEnquiry): RegisterAnswer {
  return {
    status: 'SUCCESS',
    message: '',
    source: isLive ? 'live' : 'cache',
    document,
    referenceMonth: month,
    indicators: JSON.parse(indicators ?? 'null') as Indicators,
  };
}

type Opened = RegisterParts & {
  wrapping: Wrapping;
  states: StateReads;
  starts: Starts;
};

/**
 * Named by what it is about rather than by its caller, so that whoever asks the same at the same time is a repeat, here and
 * in every other process, and is not charged.
 */
async function start(
  { starts, wrapping }: Opened,
  asked: Asked,
  replacedId: string | null,
): Promise<RegisterAnswer> {
  const { entry, planId, actor, document, documentHash, month } = asked;
  const { organizationId, scope } = entry;
  const row = { organizationId, id: newId() };
  const key = `${documentHash.toString('hex')} ${month} ${replacedId ?? 'first'}`;
  const wrappedDocument = wrapping.wrap(row, 'document', document);
  try {
    await starts.submit({
      scope,
      request: { organizationId, callerKey: 'scr', route: 'scr.start', key, fingerprint: documentHash },
      charge: { organizationId, units: 1, subject: `scr ${row.id}`, planIds: [planId] },
      input: { ...row, documentHash, month, wrappedDocument, replacedId, actor },
    });
  } catch (error) {
    // Somebody else is starting it at this very moment.
    if (!(error instanceof FarolError && error.code === 'CONFLICT')) {
      throw error;
    }
  }
  return PROCESSING;
}

async function answer(opened: Opened, asked: Asked): Promise<RegisterAnswer> {
  const { settings, states } = opened;
  const { entry, documentHash, month, actor } = asked;
  const { hasConsent, enquiry } = await states.read({
    scope: entry.scope,
    organizationId: entry.organizationId,
    documentHash,
    month,
    neededMode: neededModeOf(settings),
    actor,
  });
  if (!hasConsent) {
    throw new FarolError('CONSENT_REQUIRED');
  }
  const step = decideStep(enquiry);
  if (step.kind === 'answer' && enquiry !== null) {
    return toAnswer(asked, enquiry);
  }
  if (step.kind === 'wait') {
    return PROCESSING;
  }
  if (step.kind === 'refuse') {
    const { reason, retryAfterSeconds } = step;
    throw reason === 'consent'
      ? new FarolError('CONSENT_REQUIRED', { message: 'The source does not accept the consent' })
      : new FarolError('SOURCE_UNAVAILABLE', { retryAfterSeconds });
  }
  if (settings.consentMode === null) {
    const message = 'No source of the credit register is configured';
    throw new FarolError('SOURCE_UNAVAILABLE', { message, retryAfterSeconds: NOT_CHECKED_SECONDS });
  }
  return start(opened, asked, enquiry?.id ?? null);
}

function createRegister(parts: RegisterParts): Register {
  const { database, keyring, clock } = parts;
  const wrapping = createWrapping(keyring);
  const states = createStateReads(database, wrapping);
  const opened: Opened = { ...parts, wrapping, states, starts: groupStarts(database, keyring) };
  return {
    ask: async (question) => {
      const { caller, document } = question;
      return answer(opened, {
        ...enterWithPlan(question),
        actor: caller.key,
        document,
        documentHash: wrapping.hashDocument(document),
        month: referenceMonthOn(localDate(clock.nowMs())),
      });
    },
  };
}

export type OpenRegister = {
  register: Register;
  history: History;
  consents: ConsentCreates;
  revoke: Revocation;
  clock: Clock;
};

export function openRegister(parts: RegisterParts): OpenRegister {
  const { database, keyring, clock } = parts;
  return {
    register: createRegister(parts),
    history: createHistory({ database, keyring, neededMode: neededModeOf(parts.settings) }),
    consents: groupConsents(database, keyring),
    revoke: createRevocation(database),
    clock,
  };
}

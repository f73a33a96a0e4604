// One run of `scr.run`. The source is asked outside of any transaction; what it answered is written together with the end
// of the job, under the attempt that asked.
import { documentType } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { refundUnits } from '../../platform/effects/ledger.ts';
import { recordEvents } from '../../platform/effects/record.ts';
import type { Attempt } from '../../platform/jobs/attempt.ts';
import { handleJob } from '../../platform/jobs/registry.ts';
import type { DeadLetter, HandledJob } from '../../platform/jobs/registry.ts';
import type { Fault, Meta, Outcome, Ticket } from '../../platform/outbound/outcome.ts';
import { consentOfSandbox } from './consents.ts';
import { computeIndicators, NOTHING_ON_REGISTER } from './indicators.ts';
import type { Indicators } from './indicators.ts';
import { SCR_JOB } from './jobs.ts';
import type { ScrPayload } from './jobs.ts';
import type { Consent, Scr, ScrReport } from './ports.ts';
import * as store from './store.ts';
import type { ClaimedEnquiry } from './store.ts';
import { createWrapping } from './wrapping.ts';
import type { Wrapping } from './wrapping.ts';

export type ScrRunParts = {
  /** Null: none is configured in this worker. */
  scr: Scr | null;
  keyring: Keyring;
  clock: Clock;
  isConsentRequired: boolean;
};

/** So long may a source that is left alone hold up an answer; then it has failed. */
const MOST_AGE_SECONDS = 900;
/** A source that has taken the question and given a ticket works on it, and may have charged for it. */
const MOST_AGE_WITH_TICKET_SECONDS = 6 * 3600;

/** Makes the attempt count as failed; the code is all that is told of it. */
class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  readonly code: string;

  constructor(code: string) {
    super('the source failed');
    this.code = code;
  }
}

type Run = ScrRunParts & { wrapping: Wrapping; attempt: Attempt<ScrPayload>; claimed: ClaimedEnquiry };

/** What is given up is marked, given back and told, in the transaction that ends its job. */
async function failIn(tx: Transaction, failed: Parameters<typeof store.failEnquiries>[1]): Promise<number> {
  const { organizationId } = failed;
  const rows = await store.failEnquiries(tx, failed);
  if (rows.length > 0) {
    await refundUnits(
      tx,
      rows.map(({ id }) => ({ organizationId, subject: `scr ${id}` })),
    );
  }
  recordEvents(
    tx,
    rows.map((row) => ({
      organizationId,
      type: 'scr.completed',
      data: { enquiryId: row.id, referenceMonth: row.reference_month, status: 'FAILED' },
    })),
  );
  return rows.length;
}

function fail({ attempt, claimed }: Run, fault: string, connector: string | null): Promise<void> {
  const { organizationId } = attempt;
  const failed = { organizationId, ids: [claimed.id], fault, connector, attempt: claimed.attempt };
  return attempt.settle((tx) => failIn(tx, failed));
}

function settle({ attempt, claimed, wrapping }: Run, indicators: Indicators, meta: Meta): Promise<void> {
  const { organizationId } = attempt;
  const row = { organizationId, id: claimed.id };
  const raw = meta.raw?.reveal();
  const answer = {
    wrappedIndicators: wrapping.wrap(row, 'indicators', JSON.stringify(indicators)),
    wrappedRaw: raw === undefined ? null : wrapping.wrap(row, 'raw', raw),
    connector: meta.connector,
  };
  return attempt.settle(async (tx) => {
    const changed = await store.settleEnquiry(tx, { ...row, attempt: claimed.attempt }, answer);
    const data = { enquiryId: claimed.id, referenceMonth: claimed.reference_month, status: 'SUCCESS' };
    recordEvents(tx, changed === 0 ? [] : [{ organizationId, type: 'scr.completed', data }]);
    return changed;
  });
}

/** Null: the month that was asked for is not in the answer, or came with a message instead of figures. */
function readMonth({ months }: ScrReport, wanted: string): Indicators | null {
  const month = months.find((candidate) => candidate.month === wanted);
  return month === undefined || month.message !== undefined ? null : computeIndicators(month);
}

async function concludeFault(run: Run, fault: Fault, meta: Meta): Promise<void> {
  const { attempt, claimed } = run;
  // A question that may have been charged is not put again by itself.
  if (fault.retry === 'NEVER' || fault.maybeBilled) {
    await fail(run, fault.code, meta.connector);
    return;
  }
  if (fault.waitMs === undefined) {
    throw new SourceFailure(fault.code);
  }
  const waitSeconds = fault.waitMs / 1000;
  const mostSeconds = claimed.wrapped_ticket === null ? MOST_AGE_SECONDS : MOST_AGE_WITH_TICKET_SECONDS;
  await (claimed.age_seconds + waitSeconds < mostSeconds
    ? attempt.postpone(Math.max(1, waitSeconds))
    : fail(run, fault.code, meta.connector));
}

async function conclude(run: Run, outcome: Outcome<ScrReport>): Promise<void> {
  const { attempt, claimed, wrapping } = run;
  const { meta } = outcome;
  if (outcome.kind === 'empty') {
    await settle(run, NOTHING_ON_REGISTER, meta);
  } else if (outcome.kind === 'ready') {
    const indicators = readMonth(outcome.value, claimed.reference_month);
    await (indicators === null ? fail(run, 'UPSTREAM', meta.connector) : settle(run, indicators, meta));
  } else if (outcome.kind === 'failed') {
    await concludeFault(run, outcome.fault, meta);
  } else if (claimed.age_seconds >= MOST_AGE_WITH_TICKET_SECONDS) {
    await fail(run, 'TIMEOUT', meta.connector);
  } else {
    const held = { organizationId: attempt.organizationId, id: claimed.id, attempt: claimed.attempt };
    const wrapped = wrapping.wrap(held, 'ticket', JSON.stringify(outcome.ticket));
    await attempt.postpone(Math.max(1, outcome.checkAfterMs / 1000), (tx) =>
      store.keepTicket(tx, held, wrapped),
    );
  }
}

function findConsent(run: Run, mode: Consent['mode'], document: string): Consent | null {
  const { attempt, claimed, wrapping, clock, isConsentRequired } = run;
  if (!isConsentRequired) {
    return consentOfSandbox(mode, document, clock.now().toISOString());
  }
  if (claimed.consent_id === null || claimed.wrapped_proof === null) {
    return null;
  }
  const row = { organizationId: attempt.organizationId, id: claimed.consent_id };
  const proof = JSON.parse(wrapping.unwrap(row, 'proof', claimed.wrapped_proof)) as { consent: Consent };
  return proof.consent;
}

async function ask(run: Run, scr: Scr): Promise<void> {
  const { attempt, claimed, wrapping } = run;
  const row = { organizationId: attempt.organizationId, id: claimed.id };
  const value = wrapping.unwrap(row, 'document', claimed.wrapped_document) as Document;
  const consent = findConsent(run, scr.consentMode, value);
  // Also for what was asked already: it may have ended or been revoked while the source took its time.
  if (consent === null) {
    await fail(run, 'CONSENT_NEEDED', null);
    return;
  }
  if (claimed.wrapped_ticket !== null) {
    const ticket = JSON.parse(wrapping.unwrap(row, 'ticket', claimed.wrapped_ticket)) as Ticket;
    await conclude(run, await scr.collect(ticket));
    return;
  }
  const month = claimed.reference_month;
  const doc = { kind: documentType(value), value };
  await conclude(run, await scr.start({ doc, from: month, to: month, consent, signal: attempt.signal }));
}

async function claim(attempt: Attempt<ScrPayload>, mode: string): Promise<ClaimedEnquiry> {
  const { organizationId, payload } = attempt;
  let claimed: ClaimedEnquiry | null = null as ClaimedEnquiry | null;
  await attempt.progress(async (tx) => {
    claimed = await store.claimEnquiry(tx, { organizationId, id: payload.enquiryId, mode });
    return claimed === null ? 0 : 1;
  });
  if (claimed === null) {
    throw new Error('An enquiry was claimed and is not there');
  }
  return claimed;
}

export function handleScrRun(parts: ScrRunParts): HandledJob {
  const wrapping = createWrapping(parts.keyring);
  return handleJob(
    SCR_JOB,
    async (attempt) => {
      const { scr } = parts;
      const claimed = await claim(attempt, scr?.consentMode ?? '');
      const run: Run = { ...parts, wrapping, attempt, claimed };
      await (scr === null ? fail(run, 'NOT_ENABLED', null) : ask(run, scr));
    },
    { onDead: failDead },
  );
}

async function failDead(tx: Transaction, { organizationId, payload }: DeadLetter<ScrPayload>): Promise<void> {
  const ids = [payload.enquiryId];
  await failIn(tx, { organizationId, ids, fault: 'GIVEN_UP', connector: null, attempt: null });
}

// The part of a job that asks: claims what is left of its requests and puts them to the source, a few at a time.
import { KeyFault } from '../../platform/crypto/keyring.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Attempt } from '../../platform/jobs/attempt.ts';
import type { RequestsPayload } from '../../platform/jobs/definition.ts';
import type { Ticket } from '../../platform/outbound/outcome.ts';
import type { CnhLookup } from './ports.ts';
import type { ResultWriter } from './result-writer.ts';
import { judge, judgeUnasked } from './rules.ts';
import type { Verdict } from './rules.ts';
import { openRecord, openTicket } from './sealed-record.ts';
import type { Finding } from './settling.ts';
import { claimRequests } from './store.ts';
import type { ClaimedRequest } from './store.ts';

export type LicenceJobParts = {
  /** Null where no source is configured. */
  lookup: CnhLookup | null;
  keyring: Keyring;
};

export type Run = LicenceJobParts & { attempt: Attempt<RequestsPayload>; goesOnUntilMs: number };
/** A request that this attempt does not bring to its end. */
export type Left = { id: string; verdict: Exclude<Verdict, { kind: 'final' }> };

/** With all its jobs a worker fills the queue before its source, and not more. */
const PARALLEL = 10;
const SHORT_PAUSE_SECONDS = 1;

export async function claim({ attempt }: Run): Promise<ClaimedRequest[]> {
  const { organizationId, payload } = attempt;
  let claimed: ClaimedRequest[] = [];
  await attempt.progress(async (tx) => {
    claimed = await claimRequests(tx, organizationId, payload.requestIds);
    // None is no fence: an earlier attempt may have settled them all.
    return Math.max(1, claimed.length);
  });
  return claimed;
}

type Opened = { cpf: string; ticket: Ticket | null };

function openRow({ keyring, attempt }: Run, claimed: ClaimedRequest): Opened | null {
  const { id, wrapped_record: sealed, wrapped_ticket: sealedTicket } = claimed;
  const row = { organizationId: attempt.organizationId, id };
  try {
    return {
      cpf: openRecord(keyring, row, sealed).document,
      ticket: sealedTicket === null ? null : openTicket(keyring, row, sealedTicket),
    };
  } catch (error) {
    if (error instanceof KeyFault) {
      attempt.log.error({ requestId: id, err: error }, 'the record of a request does not open');
      return null;
    }
    throw error;
  }
}

async function ask(run: Run, claimed: ClaimedRequest): Promise<Verdict> {
  const { lookup, attempt } = run;
  const { signal } = attempt;
  const { age_seconds: ageSeconds } = claimed;
  if (lookup === null) {
    return judgeUnasked(ageSeconds);
  }
  if (performance.now() > run.goesOnUntilMs) {
    return { kind: 'wait', seconds: SHORT_PAUSE_SECONDS };
  }
  const opened = openRow(run, claimed);
  if (opened === null) {
    return { kind: 'failed', fault: 'RECORD_UNREADABLE' };
  }
  const { cpf, ticket } = opened;
  // What the source has taken is never put again: it may have been charged.
  const outcome = await (ticket === null ? lookup.start({ cpf, signal }) : lookup.collect(ticket));
  return judge(outcome, { ageSeconds, isTaken: ticket !== null });
}

/** A few at a time; what was found out goes to the writer, and what is not settled comes back. */
export async function askAll(
  run: Run,
  claimed: readonly ClaimedRequest[],
  writer: ResultWriter<Finding>,
): Promise<Left[]> {
  const left: Left[] = [];
  const next = claimed.values();
  const askOn = async (): Promise<void> => {
    for (const request of next) {
      if (writer.hasFailed()) {
        return;
      }
      const verdict = await ask(run, request);
      const { id, attempt } = request;
      if (verdict.kind === 'final') {
        writer.add({ id, attempt, verdict });
        continue;
      }
      if (verdict.kind === 'wait' && verdict.ticket !== undefined) {
        writer.add({ id, attempt, ticket: verdict.ticket });
      }
      left.push({ id, verdict });
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, claimed.length) }, askOn));
  return left;
}

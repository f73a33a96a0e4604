// Writes what became of requests, with everything that follows from it: the source's own answer, the unit given back
// where it failed, and the event.
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { refundUnits } from '../../platform/effects/ledger.ts';
import { recordEvents } from '../../platform/effects/record.ts';
import type { Meta, Ticket } from '../../platform/outbound/outcome.ts';
import { chargeSubject } from './definition.ts';
import type { Cnh } from './ports.ts';
import type { Verdict } from './rules.ts';
import type { Status } from './schemas.ts';
import { sealAnswer, sealRecord, sealTicket } from './sealed-record.ts';
import type { RowName } from './sealed-record.ts';
import { giveUpRequests, keepAnswers, keepTickets, settleRequests } from './store.ts';
import type { KeptAnswer, Settlement } from './store.ts';

export type FinalVerdict = Extract<Verdict, { kind: 'final' }>;
export type SettledRequest = { id: string; attempt: number; verdict: FinalVerdict };
export type TicketedRequest = { id: string; attempt: number; ticket: Ticket };
/** What a job has found out about one of its requests and must not lose. */
export type Finding = SettledRequest | TicketedRequest;

function sealLicence(keyring: Keyring, row: RowName, { cpf, ...data }: Cnh): Buffer {
  return sealRecord(keyring, row, { document: cpf, data: JSON.stringify(data) });
}

function toSettlement(keyring: Keyring, organizationId: number, settled: SettledRequest): Settlement {
  const { id, attempt, verdict } = settled;
  const { status } = verdict;
  return {
    id,
    attempt,
    status,
    sealedRecord: status === 'DONE' ? sealLicence(keyring, { organizationId, id }, verdict.licence) : null,
    fault: status === 'ERROR' ? verdict.fault : null,
  };
}

function toAnswer(keyring: Keyring, row: RowName, meta: Meta): KeptAnswer[] {
  const { connector: source, fetchedAt, freshness, cost, raw } = meta;
  if (raw === undefined) {
    return [];
  }
  const sealedAnswer = sealAnswer(keyring, row, raw.reveal());
  return [{ requestId: row.id, source, fetchedAt, freshness, costCents: cost?.cents ?? 0, sealedAnswer }];
}

async function tellCompleted(
  tx: Transaction,
  organizationId: number,
  completed: readonly { id: string; status: Status }[],
): Promise<void> {
  const failed = completed.filter(({ status }) => status === 'ERROR');
  if (failed.length > 0) {
    await refundUnits(
      tx,
      failed.map(({ id }) => ({ organizationId, subject: chargeSubject(id) })),
    );
  }
  recordEvents(
    tx,
    completed.map(({ id, status }) => ({
      organizationId,
      type: 'cnh.completed',
      data: { requestId: id, status },
    })),
  );
}

/** How many were still this attempt's to settle; nothing follows for the others. */
async function settleVerdicts(
  tx: Transaction,
  { keyring, organizationId }: { keyring: Keyring; organizationId: number },
  settled: readonly SettledRequest[],
): Promise<number> {
  const settlements = settled.map((each) => toSettlement(keyring, organizationId, each));
  const changed = await settleRequests(tx, organizationId, settlements);
  const effective = settled.filter(({ id }) => changed.has(id));
  keepAnswers(
    tx,
    organizationId,
    effective.flatMap(({ id, verdict }) =>
      'meta' in verdict ? toAnswer(keyring, { organizationId, id }, verdict.meta) : [],
    ),
  );
  await tellCompleted(
    tx,
    organizationId,
    effective.map(({ id, verdict: { status } }) => ({ id, status })),
  );
  return changed.size;
}

/** How many of them were still this attempt's to write. */
export async function writeFindings(
  tx: Transaction,
  owner: { keyring: Keyring; organizationId: number },
  findings: readonly Finding[],
): Promise<number> {
  const { keyring, organizationId } = owner;
  const settled = findings.filter((finding) => 'verdict' in finding);
  const ticketed = findings.filter((finding) => 'ticket' in finding);
  const tickets = ticketed.map(({ id, attempt, ticket }) => ({
    id,
    attempt,
    sealedTicket: sealTicket(keyring, { organizationId, id }, ticket),
  }));
  const kept = await keepTickets(tx, organizationId, tickets);
  return settled.length === 0 ? kept : kept + (await settleVerdicts(tx, owner, settled));
}

/** What was tried in vain ends as an error, once. */
export async function giveUp(
  tx: Transaction,
  organizationId: number,
  requestIds: readonly string[],
): Promise<void> {
  const ids = await giveUpRequests(tx, organizationId, requestIds);
  await tellCompleted(
    tx,
    organizationId,
    ids.map((id) => ({ id, status: 'ERROR' })),
  );
}

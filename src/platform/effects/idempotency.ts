// The same request twice is one request. Record and answer lie in the transaction of the effect, so there is never one
// without the other; whether the first is still under way is told by a lock that lives as long as its transaction.
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Transaction } from '../db/database.ts';

/** How a request names itself: its caller, its organization, the route, and the key that the caller chose. */
export type IdempotencyName = {
  readonly organizationId: number;
  readonly callerKey: string;
  readonly route: string;
  readonly key: string;
};
/** `fingerprint` tells a repeat from another request under the same key. */
export type IdempotentRequest = IdempotencyName & { readonly fingerprint: Buffer };
export type KeptAnswer = { readonly status: number; readonly body: string };

export type Claim =
  | { readonly kind: 'first' }
  | { readonly kind: 'repeat'; readonly answer: KeptAnswer }
  | { readonly kind: 'refused'; readonly error: FarolError };

type LockRow = { position: number; mine: boolean };
type RecordRow = { position: number; fingerprint: Buffer; status: number; wrapped_answer: Buffer };

const KEPT_HOURS = 24;

/** Locks are taken in the order of their numbers, whoever takes them; a lock that is held belongs to a request under way. */
const LOCK_SQL = `
  select ordered.position::integer as position, pg_try_advisory_xact_lock(ordered.number) as mine
  from (
    select a.position,
      hashtextextended(jsonb_build_array(a.organization_id, a.caller_key, a.route, a.idempotency_key)::text, 0) as number
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
      with ordinality as a (organization_id, caller_key, route, idempotency_key, position)
    order by number
  ) ordered`;

/**
 * A statement of its own, after the locks: a statement sees what was committed before it began, and the request that
 * held a lock a moment ago committed its record before it let go of it.
 */
const RECORDS_SQL = `
  select a.position::integer as position, r.fingerprint, r.status, r.wrapped_answer
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
    with ordinality as a (organization_id, caller_key, route, idempotency_key, position)
  join idempotency_records r on r.organization_id = a.organization_id and r.caller_key = a.caller_key
    and r.route = a.route and r.idempotency_key = a.idempotency_key
  where r.created_at > clock_now() - make_interval(hours => $5)`;

/**
 * Where somebody else's answer stands already, the effect of this transaction must not happen. The code is that of a
 * serialization failure: done again, the request finds that answer.
 */
const KEEP_SQL = `
  with kept as (
  insert into idempotency_records as r
    (organization_id, caller_key, route, idempotency_key, fingerprint, status, wrapped_answer)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::smallint[], $7::bytea[])
  on conflict (organization_id, caller_key, route, idempotency_key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, wrapped_answer = excluded.wrapped_answer,
      created_at = clock_now()
    where r.created_at <= clock_now() - make_interval(hours => $8)
  returning r.status
  )
  select insist((select count(*) from kept) = cardinality($1::bigint[]), '40001')`;

function placeOf(name: IdempotencyName): string {
  return JSON.stringify(['idempotency_records', name.organizationId, name.callerKey, name.route, name.key]);
}

function columnsOf(names: readonly IdempotencyName[]): unknown[] {
  return [
    names.map(({ organizationId }) => organizationId),
    names.map(({ callerKey }) => callerKey),
    names.map(({ route }) => route),
    names.map(({ key }) => key),
  ];
}

function judge(
  request: IdempotentRequest,
  isMine: boolean,
  record: RecordRow | undefined,
  keyring: Keyring,
): Claim {
  if (!isMine) {
    const message = 'The first request with this Idempotency-Key is still running';
    return { kind: 'refused', error: new FarolError('CONFLICT', { message, retryAfterSeconds: 1 }) };
  }
  if (record === undefined) {
    return { kind: 'first' };
  }
  if (!record.fingerprint.equals(request.fingerprint)) {
    const message = 'The Idempotency-Key was used with another request';
    return { kind: 'refused', error: new FarolError('CONFLICT', { message }) };
  }
  const body = keyring.unwrap(record.wrapped_answer, placeOf(request)).toString();
  return { kind: 'repeat', answer: { status: record.status, body } };
}

/** One claim for each request, in the order given. Within a batch only the first of equal names is the first. */
export async function claimRequests(
  tx: Transaction,
  requests: readonly IdempotentRequest[],
  keyring: Keyring,
): Promise<Claim[]> {
  if (requests.length === 0) {
    return [];
  }
  const columns = columnsOf(requests);
  const [locks, records] = await Promise.all([
    tx.prepared<LockRow>('lock_requests', LOCK_SQL, columns),
    tx.prepared<RecordRow>('find_records', RECORDS_SQL, [...columns, KEPT_HOURS]),
  ]);
  const mine = new Set(locks.flatMap((lock) => (lock.mine ? [lock.position] : [])));
  const found = new Map(records.map((record) => [record.position, record]));
  return requests.map((request, index) => judge(request, mine.has(index + 1), found.get(index + 1), keyring));
}

export function keepAnswers(
  tx: Transaction,
  answered: readonly (IdempotentRequest & { answer: KeptAnswer })[],
  keyring: Keyring,
): void {
  if (answered.length === 0) {
    return;
  }
  tx.send('keep_answers', KEEP_SQL, [
    ...columnsOf(answered),
    answered.map(({ fingerprint }) => fingerprint),
    answered.map(({ answer }) => answer.status),
    answered.map((request) => keyring.wrap(Buffer.from(request.answer.body), placeOf(request))),
    KEPT_HOURS,
  ]);
}

/** Run by the worker under the role that looks across organizations. */
export async function removePastAnswers(tx: Transaction): Promise<number> {
  const rows = await tx.query(
    `delete from idempotency_records where created_at <= clock_now() - make_interval(hours => $1) returning status`,
    [KEPT_HOURS],
  );
  return rows.length;
}

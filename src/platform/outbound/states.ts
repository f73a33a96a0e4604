// How the sources fare, told by the workers, which ask them, to the operator's commands, which only look.
import type { Transaction } from '../db/database.ts';
import type { SourceClient } from './source-client.ts';

export type ToldState = {
  source: string;
  breaker: string;
  last_success_at: Date | null;
  told_at: Date;
};

/** For the worker's schedule. A worker that has had no success yet does not wipe out another one's. */
export async function tellStates(
  tx: Transaction,
  clients: readonly Pick<SourceClient, 'name' | 'state'>[],
): Promise<void> {
  const states = clients.map((client) => ({ name: client.name, ...client.state() }));
  await tx.query(
    `insert into farol.source_states (source, breaker, last_success_at, told_at)
     select t.source, t.breaker, t.last_success_at, farol.clock_now()
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as t (source, breaker, last_success_at)
     on conflict (source) do update set
       breaker = excluded.breaker,
       last_success_at = greatest(excluded.last_success_at, source_states.last_success_at),
       told_at = excluded.told_at`,
    [
      states.map(({ name }) => name),
      states.map(({ breaker }) => breaker),
      states.map(({ lastSuccessAt }) => lastSuccessAt),
    ],
  );
}

export function listStates(tx: Transaction): Promise<ToldState[]> {
  return tx.query<ToldState>(
    'select s.source, s.breaker, s.last_success_at, s.told_at from farol.source_states s order by s.source',
  );
}

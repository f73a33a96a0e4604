// The dated facts that the tax registry publishes of a company. It is a snapshot: of what came before, only the newest date of
// each kind is known.
import { maskCpfInName } from '../../documents/name-key.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { situationOf } from './rules.ts';

export const REGISTRY_EVENTS = [
  'OPENED',
  'SITUATION',
  'SPECIAL_SITUATION',
  'SIMPLES_IN',
  'SIMPLES_OUT',
  'MEI_IN',
  'MEI_OUT',
  'PARTNER_IN',
] as const;

export type RegistryEvent = {
  readonly kind: (typeof REGISTRY_EVENTS)[number];
  /** Calendar date. */
  readonly on: string;
  /** The establishment, or the root for what is true of all of them. */
  readonly document: string;
  /** The situation, its name, or the partner's. */
  readonly what: string;
  /** Why; empty when it is not told. */
  readonly why: string;
};

type Row = {
  kind: RegistryEvent['kind'];
  on: string;
  document: string;
  what: string;
  why: string;
  total: string;
};

const EVENTS_SQL = `
  with establishments as (
    select e.* from registry.establishments e where e.document >= $1 and e.document < $1 || '['
  ), events as (
    select 'OPENED' as kind, e.started_on as "on", e.document, '' as what, '' as why from establishments e
    union all
    select 'SITUATION', e.situation_on, e.document, e.situation, coalesce(r.name, e.situation_reason, '')
    from establishments e left join registry.company_codes r on r.kind = 'reason' and r.code = e.situation_reason
    union all
    select 'SPECIAL_SITUATION', e.special_on, e.document, coalesce(e.special_situation, ''), '' from establishments e
    union all
    select v.kind, v.day, s.root, '', '' from registry.simples_options s
    cross join lateral (values ('SIMPLES_IN', s.simples_from), ('SIMPLES_OUT', s.simples_until),
      ('MEI_IN', s.mei_from), ('MEI_OUT', s.mei_until)) as v (kind, day)
    where s.root = $1
    union all
    select 'PARTNER_IN', p.since, p.root, coalesce(p.name, ''), coalesce(q.name, p.qualification, '')
    from registry.partners p
    left join registry.company_codes q on q.kind = 'qualification' and q.code = p.qualification
    where p.root = $1
  )
  select e.kind, e."on"::text, e.document, e.what, e.why, count(*) over () as total from events e
  where e."on" is not null order by e."on" desc, e.document, e.kind, e.what limit $2 offset $3`;

/** The newest first. */
export async function listRegistryEvents(
  tx: Transaction,
  root: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ events: RegistryEvent[]; total: number }> {
  const rows = await tx.prepared<Row>('registry_events', EVENTS_SQL, [root, limit, offset]);
  const events = rows.map(({ kind, on, document, what, why }) => ({
    kind,
    on,
    document,
    what: kind === 'SITUATION' ? situationOf(what) : maskCpfInName(what),
    why,
  }));
  return { events, total: Number(rows[0]?.total ?? 0) };
}

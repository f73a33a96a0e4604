import { coalesceReads } from '../../platform/db/coalesced-reads.ts';
import type { CoalescedReads } from '../../platform/db/coalesced-reads.ts';
// The balance of organizations, built as the answer's own text by the database.
import type { Database } from '../../platform/db/database.ts';
import { joinScopes } from '../../platform/db/scope.ts';
import type { Scope } from '../../platform/db/scope.ts';

/** The key order and spellings are those of `BalanceAnswer` in schemas.ts; a test holds one against the other. */
const BALANCES_SQL = `
  select k.organization_id::text as organization_id, json_build_object(
    'sucess', true,
    'reason', '',
    'total', count(s.plan_id),
    'balance', coalesce(json_agg(json_build_object('balance', json_build_object(
      'available', s.granted - s.consumed,
      'consume', s.consumed,
      'plan', json_build_object(
        'planId', p.id,
        'planName', p.name,
        'typePlan', p.type_plan,
        'typePlanCash', 'PREPAID',
        'typeOrganization', '',
        'limitIni', 0,
        'limitEnd', s.granted,
        'limitQtdDocument', s.granted,
        'hasMindMap', 'MIND_MAP' = any (p.features),
        'hasCertification', false,
        'isVisible', p.is_visible,
        'createdAt', to_char(p.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'updatedAt', to_char(p.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      )
    )) order by p.id) filter (where p.id is not null), '[]')
  )::text as answer
  from unnest($1::bigint[]) as k (organization_id)
  left join (
    subscriptions s join plans p on p.id = s.plan_id and p.disabled_at is null
  ) on s.organization_id = k.organization_id and s.ended_at is null
  group by k.organization_id`;

export type BalanceKey = { organizationId: number; scope: Scope };
export type BalanceReads = CoalescedReads<BalanceKey, string>;

export function createBalanceReads(database: Database): BalanceReads {
  return coalesceReads<BalanceKey, string>({
    readBatch: async (keys) => {
      const organizationIds = [...new Set(keys.map(({ organizationId }) => organizationId))];
      const rows = await database.readOnce<{ organization_id: string; answer: string }>(
        joinScopes(keys.map(({ scope }) => scope)),
        { name: 'balances', sql: BALANCES_SQL, values: [organizationIds] },
      );
      const answers = new Map(rows.map((row) => [Number(row.organization_id), row.answer]));
      return keys.map(({ organizationId }) => answers.get(organizationId) ?? '');
    },
  });
}

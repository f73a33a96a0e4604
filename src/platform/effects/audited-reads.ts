// Hot reads of personal data: what is read and who read it go in one statement, so there is no answer without its audit
// row, and reads that arrive together still travel together. A feature puts its own lookup between the two parts:
//
//   with ${ASKED_SQL}, found as (
//     select a.place, l.document_hash, l.wrapped_answer from asked a
//     cross join lateral (
//       select * from licences c where c.organization_id = a.organization_id and c.id = a.key::uuid limit 1
//     ) l
//   ), ${NOTED_SQL}
//   select place, wrapped_answer from found
//
// Lateral and limited, so that every key is looked up by itself however large the table is. It asks for the organization
// and the key: a batch holds keys of several tenants, and its scope is that of all.
import type { AuditedLook } from '../../audit-actions.ts';
import { numberArray, textArray } from '../db/array-text.ts';
import { coalesceReads } from '../db/coalesced-reads.ts';
import type { CoalescedReads } from '../db/coalesced-reads.ts';
import type { Database } from '../db/database.ts';
import { joinScopes } from '../db/scope.ts';
import type { Scope } from '../db/scope.ts';

export const ASKED_SQL = `asked as (
    select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) with ordinality
      as a (organization_id, key, actor, subject, place)
  )`;

/**
 * `found` names `place` and `document_hash`, the stored keyed hash of the document. Who asked in vain is put on record as
 * well, in the organization that was asked for and under an action of its own: whoever tries ids shows.
 */
export const NOTED_SQL = `noted as (
    insert into audit_records (organization_id, actor, action, subject, document_hash)
    select a.organization_id, a.actor, case when f.place is null then $5 || '.none' else $5 end, a.subject, f.document_hash
    from asked a left join found f on f.place = a.place
    order by a.place
  )`;

export type AuditedKey = {
  readonly scope: Scope;
  readonly organizationId: number;
  readonly key: string;
  /** The caller's key: `session …` or `token …`. */
  readonly actor: string;
};

export type AuditedReadOptions<Row, Value> = {
  database: Database;
  /** The prepared statement's. */
  name: string;
  /** Such as `cnh.read`. */
  action: AuditedLook;
  /** What stands before the key in the subject of the audit row, such as `cnh`. */
  subject: string;
  sql: string;
  /** Outside of the statement, as the database does not know the key file; null is what is not there. */
  toValue: (row: Row, key: AuditedKey) => Value;
};

export function auditReads<Row extends { place: string }, Value>(
  options: AuditedReadOptions<Row, Value>,
): CoalescedReads<AuditedKey, Value | null> {
  const { database, name, action, subject, sql, toValue } = options;
  return coalesceReads<AuditedKey, Value | null>({
    splitsBursts: true,
    readBatch: async (keys) => {
      const values = [
        numberArray(keys.map(({ organizationId }) => organizationId)),
        textArray(keys.map(({ key }) => key)),
        textArray(keys.map(({ actor }) => actor)),
        textArray(keys.map(({ key }) => `${subject} ${key}`)),
        action,
      ];
      const scope = joinScopes(keys.map((key) => key.scope));
      const rows = await database.writeOnce<Row>(scope, { name, sql, values });
      const found = new Map(rows.map((row) => [Number(row.place), row]));
      return keys.map((key, index) => {
        const row = found.get(index + 1);
        return row === undefined ? null : toValue(row, key);
      });
    },
  });
}

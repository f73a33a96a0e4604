// The two look-ups. Both put on record who asked, in the statement that reads.
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { CoalescedReads } from '../../platform/db/coalesced-reads.ts';
import type { Database } from '../../platform/db/database.ts';
import { ASKED_SQL, auditReads, NOTED_SQL } from '../../platform/effects/audited-reads.ts';
import type { AuditedKey } from '../../platform/effects/audited-reads.ts';
import { recordToWire } from './schemas.ts';
import type { Status } from './schemas.ts';
import { openRecord } from './sealed-record.ts';

type RequestRow = {
  place: string;
  id: string;
  status: Status;
  wrapped_record: Buffer;
  created_at: string;
  updated_at: string;
};

/** An error stands for a row that does not open: its reader is told, and those who asked along are answered. */
export type RecordReads = CoalescedReads<AuditedKey, string | Error | null>;

const COLUMNS = 'r.id, r.document_hash, r.status, r.wrapped_record, r.created_at, r.updated_at';
const ANSWER_SQL = `
  select place, id::text, status, wrapped_record,
    to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
  from found`;

const BY_REQUEST_SQL = `
  with ${ASKED_SQL}, found as (
    select a.place, l.* from asked a
    cross join lateral (
      select ${COLUMNS} from licence_requests r
      where r.organization_id = a.organization_id and r.id = a.key::uuid limit 1
    ) l
  ), ${NOTED_SQL} ${ANSWER_SQL}`;

/** Each half walks the index from the newest on and ends at the first that fits. */
const LATEST_SQL = `
  with ${ASKED_SQL}, found as (
    select a.place, l.* from asked a
    cross join lateral (
      select c.* from (
        (select ${COLUMNS}, 1 as preference from licence_requests r
         where r.organization_id = a.organization_id and r.document_hash = decode(a.key, 'hex')
           and r.status = 'DONE'
         order by r.created_at desc, r.id desc limit 1)
        union all
        (select ${COLUMNS}, 2 as preference from licence_requests r
         where r.organization_id = a.organization_id and r.document_hash = decode(a.key, 'hex')
           and r.status in ('PENDING', 'PROCESSING', 'ERROR')
         order by r.created_at desc, r.id desc limit 1)
      ) c
      order by c.preference limit 1
    ) l
  ), ${NOTED_SQL} ${ANSWER_SQL}`;

export function createRecordReads(
  database: Database,
  keyring: Keyring,
): { byRequest: RecordReads; latest: RecordReads } {
  const toValue = (row: RequestRow, { organizationId }: AuditedKey): string | Error => {
    const { id: requestId, status, wrapped_record: sealed } = row;
    try {
      const personal = openRecord(keyring, { organizationId, id: requestId }, sealed);
      const [createdAt, updatedAt] = [row.created_at, row.updated_at];
      return recordToWire({ requestId, organizationId, status, createdAt, updatedAt, ...personal });
    } catch (error) {
      return error as Error;
    }
  };
  return {
    byRequest: auditReads<RequestRow, string | Error>({
      database,
      name: 'licence_by_request',
      action: 'cnh.read',
      subject: 'cnh',
      sql: BY_REQUEST_SQL,
      toValue,
    }),
    latest: auditReads<RequestRow, string | Error>({
      database,
      name: 'licence_latest',
      action: 'cnh.latest',
      subject: 'document',
      sql: LATEST_SQL,
      toValue,
    }),
  };
}

// The state of questions, read with their audit row in one statement. The first to read an answer takes it as `live`, in
// the same statement, so that it is given out so only once.
import type { Database } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { ASKED_SQL, auditReads, NOTED_SQL } from '../../platform/effects/audited-reads.ts';
import type { AuditedKey } from '../../platform/effects/audited-reads.ts';
import { IN_FORCE_SQL } from './consent-store.ts';
import type { EnquiryState } from './rules.ts';
import type { Wrapping } from './wrapping.ts';

/** The key is the document's hash in hex, the month and the kind of consent that is needed, or a dash for none. */
const STATE_SQL = `
  with ${ASKED_SQL}, known as (
    select a.place, a.organization_id, decode(split_part(a.key, ' ', 1), 'hex') as document_hash,
      split_part(a.key, ' ', 3) as mode,
      e.id, e.status, e.settled_at, e.fault, e.wrapped_indicators, e.told_at, c.created_at as consented_at
    from asked a
    left join lateral (
      select * from scr_enquiries q
      where q.organization_id = a.organization_id and q.document_hash = decode(split_part(a.key, ' ', 1), 'hex')
        and q.reference_month = split_part(a.key, ' ', 2)
      limit 1
    ) e on true
    left join lateral (
      select s.created_at from scr_consents s
      where s.organization_id = a.organization_id and s.document_hash = decode(split_part(a.key, ' ', 1), 'hex')
        and s.mode = split_part(a.key, ' ', 3) and ${IN_FORCE_SQL}
      order by s.created_at desc
      limit 1
    ) c on true
  ), held as (
    select q.organization_id, q.id from scr_enquiries q
    where (q.organization_id, q.id) in (
        select k.organization_id, k.id from known k
        where k.status = 'READY' and k.told_at is null and (k.mode = '-' or k.consented_at is not null)
      ) and q.told_at is null
    order by q.organization_id, q.id
    for no key update
  ), told as (
    update scr_enquiries q set told_at = clock_now()
    from held h
    where q.organization_id = h.organization_id and q.id = h.id
    returning q.organization_id, q.id
  ), found as (
    select k.place, k.document_hash from known k
  ), ${NOTED_SQL}
  select k.place::text, k.id, k.status, k.fault, k.wrapped_indicators,
    extract(epoch from clock_now() - k.settled_at)::float8 as settled_seconds_ago,
    k.mode = '-' or k.consented_at is not null as has_consent, coalesce(k.consented_at > k.settled_at, false) as has_new_consent,
    t.id is not null and row_number() over (partition by k.organization_id, k.id order by k.place) = 1 as is_live
  from known k
  left join told t on t.organization_id = k.organization_id and t.id = k.id`;

type StateRow = {
  place: string;
  id: string | null;
  status: EnquiryState['status'] | null;
  fault: string | null;
  wrapped_indicators: Buffer | null;
  settled_seconds_ago: number | null;
  has_consent: boolean;
  has_new_consent: boolean;
  is_live: boolean;
};

export type KnownEnquiry = EnquiryState & {
  readonly id: string;
  /** The indicators as JSON text; null while there are none. */
  readonly indicators: string | null;
  readonly isLive: boolean;
};

export type KnownState = { readonly hasConsent: boolean; readonly enquiry: KnownEnquiry | null };

export type StateKey = {
  readonly scope: Scope;
  readonly organizationId: number;
  readonly documentHash: Buffer;
  readonly month: string;
  /** The kind of consent that is needed; null for none. */
  readonly neededMode: string | null;
  readonly actor: string;
};

export type StateReads = { read(key: StateKey): Promise<KnownState> };

function toState(row: StateRow, { organizationId }: AuditedKey, wrapping: Wrapping): KnownState {
  const { id, status, fault, wrapped_indicators: wrapped } = row;
  if (id === null || status === null) {
    return { hasConsent: row.has_consent, enquiry: null };
  }
  const enquiry = {
    id,
    status,
    fault,
    settledSecondsAgo: row.settled_seconds_ago ?? 0,
    hasNewConsent: row.has_new_consent,
    indicators: wrapped === null ? null : wrapping.unwrap({ organizationId, id }, 'indicators', wrapped),
    isLive: row.is_live,
  };
  return { hasConsent: row.has_consent, enquiry };
}

export function createStateReads(database: Database, wrapping: Wrapping): StateReads {
  const reads = auditReads<StateRow, KnownState>({
    database,
    name: 'scr_state',
    action: 'scr.read',
    subject: 'scr',
    sql: STATE_SQL,
    toValue: (row, key) => toState(row, key, wrapping),
  });
  return {
    read: async ({ scope, organizationId, documentHash, month, neededMode, actor }) => {
      const key = `${documentHash.toString('hex')} ${month} ${neededMode ?? '-'}`;
      const state = await reads.read({ scope, organizationId, key, actor });
      return state ?? { hasConsent: false, enquiry: null };
    },
  };
}

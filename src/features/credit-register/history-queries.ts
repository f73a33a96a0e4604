// The months of a document of which the answer is kept. Nothing is marked as told: whoever reads the history has not yet been
// given the answer itself.
import type { Transaction } from '../../platform/db/database.ts';
import { IN_FORCE_SQL } from './consent-store.ts';

/** One row at least, so that a missing consent can be told from nothing kept. */
const MONTHS_SQL = `
  select c.has_consent, q.id, q.reference_month, q.wrapped_indicators
  from (
    select $3::text is null or exists (
      select from scr_consents s
      where s.organization_id = $1 and s.document_hash = $2 and s.mode = $3 and ${IN_FORCE_SQL}
    ) as has_consent
  ) c
  left join scr_enquiries q on c.has_consent and q.organization_id = $1 and q.document_hash = $2
    and q.status = 'READY' and q.settled_at > clock_now() - interval '30 days'
  order by q.reference_month`;

type MonthRow = {
  has_consent: boolean;
  id: string | null;
  reference_month: string | null;
  wrapped_indicators: Buffer | null;
};

export type KeptMonth = { readonly id: string; readonly month: string; readonly wrappedIndicators: Buffer };
export type KeptMonths = { readonly hasConsent: boolean; readonly months: readonly KeptMonth[] };

export type MonthsKey = {
  readonly organizationId: number;
  readonly documentHash: Buffer;
  /** The kind of consent that is needed; null for none. */
  readonly neededMode: string | null;
};

export async function listKeptMonths(tx: Transaction, key: MonthsKey): Promise<KeptMonths> {
  const { organizationId, documentHash, neededMode } = key;
  const values = [organizationId, documentHash, neededMode];
  const rows = await tx.prepared<MonthRow>('scr_months', MONTHS_SQL, values);
  const months = rows.flatMap(({ id, reference_month: month, wrapped_indicators: wrappedIndicators }) =>
    id === null || month === null || wrappedIndicators === null ? [] : [{ id, month, wrappedIndicators }],
  );
  return { hasConsent: rows.some(({ has_consent: hasConsent }) => hasConsent), months };
}

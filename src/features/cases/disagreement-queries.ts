// Cases of which several sources tell, and what they say differently. Records are read whole only where their columns already
// show that something may be different: the cases of a large company are many, and most sources agree.
import type { Transaction } from '../../platform/db/database.ts';
import { findDisagreements } from './disagreements.ts';
import type { Disagreement } from './disagreements.ts';
import type { DossierCase } from './dossier.ts';
import { NATURE } from './fact-bits.ts';
import { PUBLIC_ONLY_SOURCES } from './facts.ts';
import { PREDICTED_STATE } from './ports.ts';
import { listFetchedRecordsOf } from './store.ts';

/** Records in memory at a time. */
const CASES_AT_ONCE = 500;
const CPF_LENGTH = 11;

// G1 and JE are one degree, as are G2 and TR: see degree.ts.
const DOUBTED_SQL = `
  select distinct d.number from (
    select r.number from registry.case_records r
    where r.number = any ($1) and (r.secrecy = 0 or (r.secrecy is null and r.source = any ($2)))
    group by r.number, case r.degree when 'JE' then 'G1' when 'TR' then 'G2' else r.degree end
    having min(r.source) <> max(r.source) and (
      min(r.class_code) <> max(r.class_code) or bool_or(r.class_code is null and r.class_name is not null)
      or min(r.value) <> max(r.value) or min(r.filed_at) <> max(r.filed_at)
      or min(r.court_state) <> max(r.court_state) or bool_or(r.rest ? '${PREDICTED_STATE}')
      or min(r.source) filter (where r.parties <> '[]') <> max(r.source) filter (where r.parties <> '[]')
    )
  ) d order by d.number`;

/** A person's side in a labour case is not compared: whoever one source calls its author must not be known as a worker who sued. */
function mayCompareSide({ natures, documents, isByMask }: DossierCase): boolean {
  const isPerson = documents[0]?.length === CPF_LENGTH;
  return !isByMask && !(isPerson && (natures & NATURE.LABOUR) !== 0);
}

/** By number; only of those that have any. */
export async function listDisagreements(
  tx: Transaction,
  cases: readonly DossierCase[],
): Promise<ReadonlyMap<string, readonly Disagreement[]>> {
  const found = new Map<string, readonly Disagreement[]>();
  if (cases.length === 0) return found;
  const known = new Map(cases.map((each) => [each.number, each]));
  const rows = await tx.prepared<{ number: string }>('doubted_cases', DOUBTED_SQL, [
    [...known.keys()],
    [...PUBLIC_ONLY_SOURCES],
  ]);
  for (let from = 0; from < rows.length; from += CASES_AT_ONCE) {
    const numbers = rows.slice(from, from + CASES_AT_ONCE).map(({ number }) => number);
    const records = await listFetchedRecordsOf(tx, numbers);
    for (const [number, ofCase] of Map.groupBy(records, (record) => record.number)) {
      const each = known.get(number);
      const sideOf = each !== undefined && mayCompareSide(each) ? each.documents : null;
      const disagreements = findDisagreements(ofCase, { sideOf });
      if (disagreements.length > 0) found.set(number, disagreements);
    }
  }
  return found;
}

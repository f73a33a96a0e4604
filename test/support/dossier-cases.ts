// What the dossier of a document tells of one number, without a database between.
import type { Document } from '../../src/documents/document.ts';
import { dossierKeyOf } from '../../src/features/cases/index.ts';
import type { CasePartyFacts, DossierCase, Side } from '../../src/features/cases/index.ts';

/** Of several establishments the one that stands worst speaks for the company. */
const PRECEDENCE: Record<Side, number> = { PASSIVE: 0, ACTIVE: 1, THIRD: 2, UNKNOWN: 3 };

/** Null when the case is not in the dossier. The name decides whether a masked CPF is the document's. */
export function dossierCaseOf(
  parties: readonly CasePartyFacts[],
  document: string,
  name: string,
): DossierCase | null {
  const { root, mask } = dossierKeyOf(document as Document, name);
  const countable = parties.filter((row) => row.isCountable);
  const whole = countable.filter((row) => row.root === root);
  const masked = countable.filter((row) => row.root === mask?.root && row.nameKey === mask.nameKey);
  const rows = whole.length > 0 ? whole : masked;
  const [worst] = rows.toSorted((a, b) => PRECEDENCE[a.side] - PRECEDENCE[b.side]);
  return worst === undefined ? null : toDossierCase(worst, rows, whole.length === 0);
}

function toDossierCase(row: CasePartyFacts, rows: readonly CasePartyFacts[], isByMask: boolean): DossierCase {
  const documents = rows.map(({ document }) => document);
  return { ...row, documents, isByMask, fetchedAt: new Date(0) };
}

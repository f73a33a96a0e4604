// An analysis at a glance: why it is a risk, over the years, where, and what was found beside the cases. Everything but the
// company's card is of the moment at which the analysis froze it.
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import { documentType } from '../../documents/document.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { countCases } from './case-queries.ts';
import { readFilter } from './case-service.ts';
import { countList } from './overview-queries.ts';
import type { CourtCount, RuleCount } from './overview-queries.ts';
import { findRule } from './rules.ts';
import type { KeptFindings, Snapshot, SnapshotQuestion, Snapshots } from './snapshots.ts';
import { sourceToWire } from './source-schemas.ts';
import { listSources } from './step.ts';
import { readSubject } from './subject-reading.ts';

export type Overviews = { read(question: SnapshotQuestion): Promise<object> };

/** Segment and court as they stand in a number; several codes may be one court. */
function courtsToWire(courts: readonly CourtCount[]): object[] {
  const totals = new Map<string, number>();
  for (const { code, total } of courts) {
    const acronym = findCourt(`${'0'.repeat(13)}${code}0000` as CaseNumber)?.acronym ?? '';
    if (acronym !== '') totals.set(acronym, (totals.get(acronym) ?? 0) + total);
  }
  return [...totals].map(([court, total]) => ({ court, total }));
}

function reasonsToWire(rules: readonly RuleCount[], rulesVersion: number): object[] {
  return rules
    .map(({ rule, total, value }) => {
      const known = findRule(rulesVersion, rule);
      const sentence = { 'pt-BR': known?.ptBr ?? '', en: known?.en ?? '' };
      return { rule, weight: known?.weight ?? 0, sentence, total: Number(total), value };
    })
    .toSorted((a, b) => b.weight - a.weight);
}

async function readCounts(
  tx: Transaction,
  { organizationId, analysisId, frozen }: Snapshot,
): Promise<object> {
  if (frozen === null) {
    return { total: 0, totalWithoutValue: 0, reasons: [], years: [], courts: [] };
  }
  const { run, rulesVersion } = frozen;
  const list = { organizationId, analysisId, run };
  const { total, withoutValue } = await countCases(tx, list, readFilter({}));
  const { rules, years, courts } = await countList(tx, list);
  return {
    total,
    totalWithoutValue: withoutValue,
    reasons: reasonsToWire(rules, rulesVersion),
    years,
    courts: courtsToWire(courts),
  };
}

function foundToWire({ debts = [], protests = [], partners: ties = [] }: KeptFindings): object {
  return {
    debts,
    protests,
    partners: ties.flatMap((tie) => ('partner' in tie ? [tie.partner] : [])),
    holdings: ties.flatMap((tie) => ('holding' in tie ? [tie.holding] : [])),
  };
}

export function createOverviews(snapshots: Snapshots): Overviews {
  return {
    read: (question) =>
      snapshots.read(question, 'analysis.overview', async (tx, snapshot) => {
        const { document, name, statusIndex } = snapshot;
        const known = await readSubject(tx, document);
        return {
          documentType: documentType(document),
          documentNumber: document,
          documentInfo: name === '' ? (known.name ?? '') : name,
          rfBaseStatus: known.registryStatus,
          statusIndex,
          ...(await readCounts(tx, snapshot)),
          sources: listSources(snapshot.steps).map(sourceToWire),
          ...foundToWire(await snapshots.listFound(tx, snapshot)),
          company: known.company,
        };
      }),
  };
}

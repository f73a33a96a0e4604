// The printed report of an analysis: gathered in the transaction that puts the look on record, drawn after it.
import { documentType } from '../../documents/document.ts';
import { formatMoney, sumCents } from '../../documents/money.ts';
import { FarolError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Debt } from '../debts/index.ts';
import { countCases } from './case-queries.ts';
import type { ListName } from './case-queries.ts';
import { readFilter } from './case-service.ts';
import { centsOf } from './case-value.ts';
import { findRegistered } from './findings.ts';
import { countRules } from './overview-queries.ts';
import type { PrintedInput, PrintedReason, Tally } from './printed-input.ts';
import { printReport } from './printed-report.ts';
import { NOT_CHECKED } from './report-labels.ts';
import { findRule } from './rules.ts';
import type { KeptFindings, Snapshot, SnapshotQuestion, Snapshots } from './snapshots.ts';
import { listSources } from './step.ts';

export type PrintedReports = { print(question: SnapshotQuestion): Promise<Buffer> };

/** As many debts as an analysis keeps. */
const MOST_DEBTS = 1000;

function tallyDebts(debts: readonly Debt[]): Map<Debt['state'], Tally> {
  const groups = Map.groupBy(debts, ({ state }) => state);
  const tally = (group: readonly Debt[]): Tally => ({
    count: group.length,
    value: formatMoney(sumCents(group.map(({ value }) => (value === null ? 0n : centsOf(value))))),
  });
  return new Map([...groups].map(([state, group]) => [state, tally(group)]));
}

/** There is no public registry of people. */
function registryStatusOf({ document }: Snapshot, { partners = [] }: KeptFindings): string {
  if (documentType(document) === 'CPF') return 'não se aplica';
  const registered = findRegistered(partners);
  if (registered === null) return NOT_CHECKED;
  return registered.status === 'NOT_FOUND' ? 'não encontrada' : registered.status;
}

async function readReasons(tx: Transaction, list: ListName, rulesVersion: number): Promise<PrintedReason[]> {
  const counted = await countRules(tx, list);
  return counted
    .map(({ rule, total, value }) => ({ known: findRule(rulesVersion, rule), count: Number(total), value }))
    .toSorted((a, b) => (b.known?.weight ?? 0) - (a.known?.weight ?? 0))
    .map(({ known, count, value }) => ({ sentence: known?.ptBr ?? '', count, value }));
}

/** Null before the analysis is done: what is not looked at yet would read as nothing found. */
async function gather(
  tx: Transaction,
  snapshot: Snapshot,
  about: { snapshots: Snapshots; printedAt: Date },
): Promise<PrintedInput | null> {
  const { organizationId, analysisId, frozen, summary, status } = snapshot;
  if (frozen === null || summary === null || status !== 'DONE') return null;
  const list = { organizationId, analysisId, run: frozen.run };
  const civil = await countCases(tx, list, readFilter({ nature: 'CIVIL' }));
  const civilWithRisk = await countCases(tx, list, readFilter({ nature: 'CIVIL', risk: 'WITH' }));
  const found = await about.snapshots.listFound(tx, snapshot);
  const { debts = [] } = found;
  return {
    analysisId,
    document: snapshot.document,
    name: snapshot.name,
    registryStatus: registryStatusOf(snapshot, found),
    createdAt: snapshot.createdAt,
    printedAt: about.printedAt,
    rulesVersion: frozen.rulesVersion,
    summary,
    civil: { total: civil.total, withRisk: civilWithRisk.total },
    casesWithoutValue: snapshot.casesWithoutValue,
    reasons: await readReasons(tx, list, frozen.rulesVersion),
    debts: tallyDebts(debts),
    areDebtsCutShort: debts.length >= MOST_DEBTS,
    sources: listSources(snapshot.steps),
  };
}

export function createPrintedReports(parts: { snapshots: Snapshots; clock: Clock }): PrintedReports {
  const { snapshots, clock } = parts;
  return {
    print: async (question) => {
      const about = { snapshots, printedAt: clock.now() };
      const input = await snapshots.read(question, 'analysis.report', (tx, snapshot) =>
        gather(tx, snapshot, about),
      );
      if (input === null) throw new FarolError('CONFLICT', { message: 'The analysis is not DONE yet' });
      return printReport(input);
    },
  };
}

// What stands behind the numbers of an analysis: partners by level, debts, the company's history and what its turnover was
// guessed from.
import { documentRoot, documentType } from '../../documents/document.ts';
import { formatMoney, sumCents } from '../../documents/money.ts';
import { FarolError } from '../../errors.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { outcomeOf, readFreshness } from '../../platform/imports/freshness.ts';
import { centsOf, findRegistered } from '../analysis/index.ts';
import type { Findings, Snapshot, SnapshotQuestion, Snapshots } from '../analysis/index.ts';
import { listRegistryEvents } from '../companies/index.ts';
import type { ActivityWire, HistoryWire } from './registry-schemas.ts';
import { activityToWire, eventToWire, observedToWire, sourceToWire } from './registry-wire.ts';
import type { ObservedWire, SourceState } from './registry-wire.ts';
import { LEVELS } from './schemas.ts';
import type { DebtorWire, Level, QsaWire } from './schemas.ts';
import { keptTies, listTiesBehind, ownerKey, subjectOwner } from './ties.ts';
import type { Ties } from './ties.ts';

const DEFAULT_SIZE = 100;
const REGISTRY_SOURCE = 'receita';
/** Analyses that a history looks back on. */
const LOOKED_BACK = 20;
const MOST_DEBTS_KEPT = 1000;

type Paged = { page?: number; size?: number };

export type DetailService = {
  listPartners(question: SnapshotQuestion & Paged & { level?: Level }): Promise<QsaWire>;
  listDebts(question: SnapshotQuestion & Paged & { summaryId: string }): Promise<DebtorWire>;
  listHistory(question: SnapshotQuestion & Paged): Promise<HistoryWire>;
  readActivity(question: SnapshotQuestion): Promise<ActivityWire>;
};

type Range = { page: number; size: number; offset: number };

function rangeOf({ page = 1, size = DEFAULT_SIZE }: Paged): Range {
  return { page, size, offset: (page - 1) * size };
}

const takePage = <T>(items: readonly T[], { offset, size }: Range): T[] => items.slice(offset, offset + size);

async function listLevel(tx: Transaction, snapshot: Snapshot, first: Ties, level: Level): Promise<Ties> {
  const asked = new Set([ownerKey(subjectOwner(snapshot.document, snapshot.name))]);
  let ties = first;
  for (let behind = LEVELS.indexOf(level); behind > 0; behind -= 1) {
    ties = await listTiesBehind(tx, ties, asked);
  }
  return ties;
}

function debtToWire(debt: Findings['debts'][number]): DebtorWire['register']['items'][number] {
  return {
    documentNumber: debt.document,
    name: debt.name ?? '',
    register: debt.register,
    inscription: debt.inscription,
    debtorKind: debt.debtorKind ?? '',
    state: debt.state,
    situation: debt.situation ?? '',
    registeredOn: debt.registeredOn,
    isFiledInCourt: debt.isFiledInCourt === true,
    value: debt.value ?? '',
  };
}

function debtsToWire(snapshot: Snapshot, debts: Findings['debts'], range: Range): DebtorWire['register'] {
  const { steps, summary } = snapshot;
  const known = debts.flatMap(({ value }) => (value === null ? [] : [centsOf(value)]));
  const { page, size } = range;
  return {
    userPlanConsumeGovernmentDebtorSummaryId: String(snapshot.analysisId),
    statusDebtor: steps.debts.status,
    page,
    size,
    total: debts.length,
    totalValue: formatMoney(sumCents(known)),
    totalInCollection: summary?.RISK_DEBTOR.totalProcess ?? 0,
    valueInCollection: summary?.RISK_DEBTOR.vltotalProcess ?? '0.00',
    isWhole: debts.length < MOST_DEBTS_KEPT,
    sources: (steps.debts.sources ?? []).map(sourceToWire),
    items: takePage(debts, range).map(debtToWire),
  };
}

async function readRegistry(tx: Transaction, hasRows: boolean): Promise<SourceState[]> {
  const freshness = await readFreshness(tx, [REGISTRY_SOURCE]);
  return freshness.map((known) => ({
    source: known.source,
    outcome: outcomeOf(known, hasRows),
    asOf: known.importedAt?.toISOString() ?? null,
    edition: known.edition,
  }));
}

/** People are in no public registry: theirs is empty, and no source was asked. */
async function readHistory(
  tx: Transaction,
  snapshots: Snapshots,
  snapshot: Snapshot,
  range: Range,
): Promise<HistoryWire['register']> {
  const { page, size, offset } = range;
  if (documentType(snapshot.document) === 'CPF') {
    return { page, size, total: 0, sources: [], items: [], observed: [] };
  }
  const root = documentRoot(snapshot.document);
  const { events, total } = await listRegistryEvents(tx, root, { limit: size, offset });
  const observed: ObservedWire[] = [];
  for (const earlier of await snapshots.listUpTo(tx, snapshot, LOOKED_BACK)) {
    const registered = findRegistered((await snapshots.listFound(tx, earlier)).partners ?? []);
    if (registered !== null) observed.push(observedToWire(earlier, registered));
  }
  const sources = (await readRegistry(tx, total > 0)).map(sourceToWire);
  return { page, size, total, sources, items: events.map(eventToWire), observed };
}

export function createDetailService(snapshots: Snapshots): DetailService {
  return {
    listPartners: (question) =>
      snapshots.read(question, 'analysis.partners', async (tx, snapshot) => {
        const { level = '1st-LEVEL' } = question;
        const range = rangeOf(question);
        const { partners = [] } = await snapshots.listFound(tx, snapshot);
        const first = keptTies(snapshot.document, partners);
        const { ties, isWhole } = await listLevel(tx, snapshot, first, level);
        const { status, sources = [] } = snapshot.steps.partners;
        const { page, size } = range;
        const paging = { level, page, size, total: ties.length, isWhole };
        return {
          success: true,
          reason: '',
          statusQSA: status,
          ...paging,
          sources: sources.map(sourceToWire),
          result: takePage(ties, range),
        };
      }),
    listDebts: async (question) => {
      const register = await snapshots.read(question, 'analysis.debts', async (tx, snapshot) => {
        const { debts } = await snapshots.listFound(tx, snapshot);
        const isNamed = question.summaryId === String(snapshot.analysisId);
        return debts === undefined || !isNamed ? null : debtsToWire(snapshot, debts, rangeOf(question));
      });
      if (register === null) {
        throw new FarolError('NOT_FOUND', { message: 'The analysis has no such summary of debts' });
      }
      return { success: true, reason: '', register };
    },
    listHistory: (question) =>
      snapshots.read(question, 'analysis.history', async (tx, snapshot) => {
        const register = await readHistory(tx, snapshots, snapshot, rangeOf(question));
        return { success: true, reason: '', register };
      }),
    readActivity: (question) =>
      snapshots.read(question, 'analysis.activity', async (tx, snapshot) => {
        const { partners = [] } = await snapshots.listFound(tx, snapshot);
        const { sources = [] } = snapshot.steps.partners;
        const register = activityToWire(snapshot, findRegistered(partners), sources);
        return { success: true, reason: '', register };
      }),
  };
}

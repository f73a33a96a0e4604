// What changed between two analyses of one document.
import { formatMoney, sumCents } from '../../documents/money.ts';
import { FarolError } from '../../errors.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { centsOf } from '../analysis/index.ts';
import type { Snapshot, SnapshotQuestion, Snapshots } from '../analysis/index.ts';
import { toChangedCase } from './case-changes.ts';
import { compareDebts, compareHoldings, comparePartners, compareProtests } from './finding-changes.ts';
import type { Debt, ItemChanges } from './finding-changes.ts';
import { countChangedCases, joinInOrder, listChangedCases } from './queries.ts';
import type { ChangedCounts, ComparedLists } from './queries.ts';
import { compareRegistered } from './registry-changes.ts';
import { judge, listVerdictReasons, VERDICT_VERSION } from './rules.ts';
import type { Weight } from './rules.ts';
import type { ChangesWire } from './schemas.ts';
import * as wire from './wire.ts';

const DEFAULT_LIMIT = 100;

export type ChangesQuestion = SnapshotQuestion & { since: number; after?: string; limit?: number };
export type ChangesService = { compare(question: ChangesQuestion): Promise<ChangesWire> };

type Page = { after: string; limit: number };

function weigh(items: readonly { value: string | null }[]): Weight {
  const cents = sumCents(items.flatMap(({ value }) => (value === null ? [] : [centsOf(value)])));
  return { count: items.length, cents };
}

const isCollected = ({ state }: Debt): boolean => state === 'COLLECTING';

/** Into collection and out of it, whether the debt came with that or was there before. */
function weighDebts(debts: ItemChanges<Debt>): { debtsIn: Weight; debtsOut: Weight } {
  const began = debts.changed.flatMap(({ before, after }) =>
    isCollected(after) && !isCollected(before) ? [after] : [],
  );
  const ended = debts.changed.flatMap(({ before, after }) =>
    isCollected(before) && !isCollected(after) ? [before] : [],
  );
  return {
    debtsIn: weigh([...debts.in.filter(isCollected), ...began]),
    debtsOut: weigh([...debts.out.filter(isCollected), ...ended]),
  };
}

function weighCases(counts: ChangedCounts) {
  return {
    appearedWithRisk: { count: counts.appeared_with_risk, cents: centsOf(counts.appeared_with_risk_value) },
    riskBegan: { count: counts.risk_began, cents: centsOf(counts.risk_began_value) },
    riskEnded: { count: counts.risk_ended, cents: centsOf(counts.risk_ended_value) },
  };
}

async function compareCases(tx: Transaction, lists: ComparedLists, { after, limit }: Page) {
  await joinInOrder(tx);
  const counts = await countChangedCases(tx, lists);
  // One more than asked for tells whether there is another page.
  const rows = await listChangedCases(tx, lists, { after, limit: limit + 1 });
  const page = rows.slice(0, limit).map(toChangedCase);
  return {
    counts,
    told: {
      appeared: counts.appeared,
      closed: counts.closed,
      reopened: counts.reopened,
      sideChanged: counts.side_changed,
      valueChanged: counts.value_changed,
      riskBegan: counts.risk_began,
      riskEnded: counts.risk_ended,
      result: page.map(wire.changedCaseToWire),
      next: rows.length > limit ? (page.at(-1)?.number ?? '') : '',
    },
  };
}

type Pair = { before: Snapshot; after: Snapshot };

async function compare(
  tx: Transaction,
  snapshots: Snapshots,
  { before, after, lists, page }: Pair & { lists: ComparedLists; page: Page },
): Promise<ChangesWire> {
  const [old, present] = [await snapshots.listFound(tx, before), await snapshots.listFound(tx, after)];
  const cases = await compareCases(tx, lists, page);
  const debts = compareDebts(old, present);
  const protests = compareProtests(old, present);
  const registry = compareRegistered(old, present);
  const protestsOut = weigh(protests.out);
  const reasons = listVerdictReasons({
    ...weighCases(cases.counts),
    ...weighDebts(debts),
    protestsIn: weigh(protests.in),
    protestsOut,
    statusBefore: registry.compared === 'COMPARED' ? registry.before : '',
    statusAfter: registry.after,
  });
  return {
    success: true,
    reason: '',
    before: wire.momentToWire(before),
    after: wire.momentToWire(after),
    verdict: judge(reasons),
    verdictVersion: VERDICT_VERSION,
    reasons: reasons.map(wire.reasonToWire),
    metrics: wire.metricsToWire(before, after),
    cases: cases.told,
    debts: wire.changesToWire(debts, wire.debtToWire),
    // Which ones went is not told: those that were cancelled may not be passed on (Law 9.492/1997, art. 29, 2nd paragraph).
    protests: {
      compared: protests.compared,
      in: protests.in.map(wire.protestToWire),
      out: { count: protestsOut.count, value: formatMoney(protestsOut.cents) },
    },
    partners: wire.changesToWire(comparePartners(old, present), wire.partnerToWire),
    companies: wire.changesToWire(compareHoldings(old, present), wire.holdingToWire),
    registry: { ...registry, changed: [...registry.changed] },
  };
}

function listsOf({ before, after }: Pair): ComparedLists | null {
  if (before.frozen === null || after.frozen === null) return null;
  return {
    organizationId: after.organizationId,
    before: { analysisId: before.analysisId, run: before.frozen.run },
    after: { analysisId: after.analysisId, run: after.frozen.run },
  };
}

export function createChangesService(snapshots: Snapshots): ChangesService {
  return {
    compare: async (question) => {
      const { since, after: from = '', limit = DEFAULT_LIMIT } = question;
      const answer = await snapshots.read(question, 'analysis.changes', async (tx, after) => {
        const before = await snapshots.find(tx, { ...after, analysisId: since });
        if (before === null) return 'NO_EARLIER';
        const lists = listsOf({ before, after });
        if (lists === null) return 'NOT_DONE';
        return compare(tx, snapshots, { before, after, lists, page: { after: from, limit } });
      });
      if (answer === 'NO_EARLIER') {
        throw new FarolError('NOT_FOUND', { message: 'There is no such earlier analysis of the document' });
      }
      if (typeof answer === 'string') {
        // A part that is not there yet would look like one that went away.
        throw new FarolError('CONFLICT', { message: 'The court cases of both analyses must be DONE' });
      }
      return answer;
    },
  };
}

// From the document outwards, one step at a time: companies to partners and holdings, people to companies, and of the
// document itself its frozen cases to whoever else stands in them. The cases of others are not looked up: theirs would be
// an analysis of its own.
import { documentRoot } from '../../documents/document.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Snapshot } from '../analysis/index.ts';
import { listCaseParties } from '../cases/index.ts';
import type { CaseParty } from '../cases/index.ts';
import { listHoldingTies, listPartnerTies } from '../companies/index.ts';
import { CAPS, createDrawing } from './drawing.ts';
import type { Drawing, GraphEdge, GraphNode } from './drawing.ts';
import * as shapes from './nodes.ts';
import { listGraphCases, listHeaviestNumbers, listSharedNumbers } from './queries.ts';
import type { GraphCaseRow } from './queries.ts';

export type GraphQuestion = {
  readonly tx: Transaction;
  readonly snapshot: Snapshot;
  readonly depth: number;
  /** Where ties come from, and when that was imported. */
  readonly registry: { readonly source: string; readonly asOf: Date | null };
};

type Growth = GraphQuestion & { readonly drawing: Drawing; readonly subject: GraphNode };

const CASE_SOURCE = 'cases';

function tieEdge(
  { registry }: Growth,
  tie: Pick<GraphEdge, 'label' | 'since' | 'isByMask'>,
  ends: [string, string],
) {
  const [from, to] = ends;
  return { from, to, kind: 'PARTNER' as const, ...tie, ...registry };
}

async function growPartners(growth: Growth, companies: readonly GraphNode[], step: number): Promise<void> {
  const { tx, drawing } = growth;
  const roots = companies.flatMap(({ owner }) => (owner === null ? [] : [owner.documentRoot]));
  const ties = Map.groupBy(await listPartnerTies(tx, roots, CAPS.neighbours), ({ root }) => root);
  for (const root of roots) {
    const listed = ties.get(root) ?? [];
    const drawn = listed.filter((tie) => {
      const node = shapes.partnerNode(tie, step);
      if (node.id === shapes.companyId(root) || !drawing.addNode(node)) return false;
      const { qualification: label, since } = tie;
      const isByMask = node.kind === 'PERSON';
      drawing.addEdge(tieEdge(growth, { label, since, isByMask }, [node.id, shapes.companyId(root)]));
      return true;
    });
    drawing.noteLinks(shapes.companyId(root), 'partners', {
      total: listed[0]?.total ?? 0,
      shown: drawn.length,
    });
  }
}

async function growHoldings(growth: Growth, owners: readonly GraphNode[], step: number): Promise<void> {
  const { tx, drawing } = growth;
  const asked = owners.flatMap(({ id, owner, kind }) => (owner === null ? [] : [{ id, kind, ...owner }]));
  const ties = Map.groupBy(await listHoldingTies(tx, asked, CAPS.neighbours), ({ owner }) => owner);
  asked.forEach(({ id, kind }, place) => {
    const listed = ties.get(place) ?? [];
    const drawn = listed.filter((tie) => {
      const node = shapes.holdingNode(tie, step);
      if (node.id === id || !drawing.addNode(node)) return false;
      const { qualification: label, since } = tie;
      drawing.addEdge(tieEdge(growth, { label, since, isByMask: kind === 'PERSON' }, [id, node.id]));
      return true;
    });
    drawing.noteLinks(id, 'holdings', { total: listed[0]?.total ?? 0, shown: drawn.length });
  });
}

/** The cases that somebody next to the document stands in too come first. */
async function growCases(growth: Growth): Promise<GraphCaseRow[]> {
  const { tx, drawing, snapshot, subject } = growth;
  const { organizationId, analysisId, frozen, summary } = snapshot;
  if (frozen === null) return [];
  const list = { organizationId, analysisId, run: frozen.run };
  const neighbours = [...drawing.nodes.values()].flatMap(({ id, owner }): [string, string | null][] =>
    owner === null || id === subject.id ? [] : [[owner.documentRoot, owner.nameKey]],
  );
  const limit = CAPS.cases;
  const shared = await listSharedNumbers(tx, list, { neighbours, limit });
  const heaviest = await listHeaviestNumbers(tx, list, { riskKeys: shapes.RISK_KEYS, limit });
  const numbers = [...new Set([...shared, ...heaviest])].slice(0, limit);
  const rows = await listGraphCases(tx, list, numbers);
  const drawn = rows.filter((row) => drawing.addNode(shapes.caseNode(row, 1)));
  const total = summary?.ALL.totalProcess ?? rows.length;
  drawing.noteLinks(subject.id, 'cases', { total, shown: drawn.length });
  return drawn;
}

/** The document itself among the parties: by its root, or by the mask where that is how the case was found. */
function isSubject({ snapshot, subject }: Growth, party: CaseParty): boolean {
  return party.root === documentRoot(snapshot.document) || shapes.partyNode(party, 0).id === subject.id;
}

/** `isOpen` lets parties in that are not in the graph yet; else only those that are there are joined to the case. */
async function growParties(growth: Growth, cases: readonly GraphCaseRow[], isOpen: boolean): Promise<void> {
  const { tx, drawing, subject } = growth;
  const first = [...drawing.nodes.values()].flatMap(({ owner }) =>
    owner === null ? [] : [owner.documentRoot],
  );
  const numbers = cases.map(({ number }) => number);
  const listed = await listCaseParties(tx, numbers, { first, limit: CAPS.neighbours });
  const parties = Map.groupBy(listed, ({ number }) => number);
  for (const row of cases) {
    const id = shapes.caseId(row.number);
    const known = parties.get(row.number) ?? [];
    const own = known.find((party) => isSubject(growth, party));
    const { source = CASE_SOURCE, fetchedAt: asOf = row.fetched_at, document = '' } = own ?? {};
    const about = { kind: 'PARTY' as const, since: null, source, asOf };
    const isByMask = document.startsWith('*');
    drawing.addEdge({ ...about, from: subject.id, to: id, label: shapes.sideOf(row.keys), isByMask });
    // A case that the document may no longer be named in has become hidden: it stays as it was frozen, and leads nowhere.
    const others = own === undefined ? [] : known.filter((party) => !isSubject(growth, party));
    const drawn = others.filter((party) => joinParty(drawing, party, isOpen));
    if (isOpen) {
      const total = own === undefined ? 1 : own.total;
      drawing.noteLinks(id, 'parties', { total, shown: known.length - others.length + drawn.length || 1 });
    }
  }
}

function joinParty(drawing: Drawing, party: CaseParty, isOpen: boolean): boolean {
  const node = shapes.partyNode(party, 2);
  if (!drawing.nodes.has(node.id) && !(isOpen && drawing.addNode(node))) return false;
  drawing.addEdge({
    from: node.id,
    to: shapes.caseId(party.number),
    kind: 'PARTY',
    label: shapes.partySide(party),
    since: null,
    source: party.source,
    asOf: party.fetchedAt,
    isByMask: party.document.startsWith('*'),
  });
  return true;
}

export async function growGraph(question: GraphQuestion): Promise<Drawing> {
  const drawing = createDrawing();
  const subject = shapes.subjectNode(question.snapshot);
  drawing.addNode(subject);
  const growth = { ...question, drawing, subject };
  let cases: GraphCaseRow[] = [];
  for (let step = 1; step <= question.depth; step += 1) {
    const frontier = [...drawing.nodes.values()].filter((node) => node.step === step - 1);
    await growPartners(
      growth,
      frontier.filter(({ kind }) => kind === 'COMPANY'),
      step,
    );
    await growHoldings(growth, frontier, step);
    if (step === 1) cases = await growCases(growth);
    if (step === 2) await growParties(growth, cases, true);
  }
  if (question.depth === 1) await growParties(growth, cases, false);
  return drawing;
}

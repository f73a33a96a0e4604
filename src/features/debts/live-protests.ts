// Protests of one document as a live source tells them, merged into the registry in one transaction.
import { documentRoot } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { ChangeCounts } from '../../platform/imports/definition.ts';
import type { RegistryMerger } from '../../platform/imports/live-merges.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import type { Protest, ProtestQuestion, ProtestReport, ProtestSource } from './ports.ts';
import { noteProtestChanges, openProtestChanges } from './protest-change-queries.ts';
import { endUnlisted, lockReport, writeListed, writeReport } from './report-store.ts';
import type { ProtestRow } from './report-store.ts';

const NOTHING: ChangeCounts = { protests: { added: 0, changed: 0, removed: 0 } };

function toRow(protest: Protest): ProtestRow {
  return {
    root: protest.root,
    protest_key: protest.key,
    document: protest.document,
    office: protest.office,
    city: protest.city,
    state: protest.state,
    protested_on: protest.protestedOn,
    due_on: protest.dueOn,
    value: protest.value,
    kind: protest.kind,
    presenter: protest.presenter,
    creditor: protest.creditor,
    is_live: protest.isLive,
    rest: protest.rest,
  };
}

export type ProtestOrigin = {
  readonly source: string;
  readonly coverage: readonly string[];
  readonly fetchedAt: Date;
};

/** A report of nothing is merged too: what was live before it is not any more. */
export function mergeProtests(
  merger: RegistryMerger,
  report: ProtestReport,
  { source, coverage, fetchedAt }: ProtestOrigin,
): Promise<ChangeCounts> {
  const document = report.doc.value;
  if (report.protests.some((protest) => protest.document !== document)) {
    throw new TypeError('A protest is of another document than its report');
  }
  const { count, total, isWhole } = report;
  const root = documentRoot(document as Document);
  return merger.merge({ source, fetchedAt }, async (tx) => {
    await lockReport(tx, source, document);
    const row = { root, document, source, coverage, count, total, isWhole, fetchedAt };
    if (!(await writeReport(tx, row))) return NOTHING;
    await openProtestChanges(tx);
    const rows = report.protests.map(toRow);
    const { added, changed } = await writeListed(tx, { source, fetchedAt }, rows);
    const keys = rows.map(({ protest_key: key }) => key);
    const ended = isWhole ? await endUnlisted(tx, row, keys) : 0;
    await noteProtestChanges(tx);
    return { protests: { added, changed: changed + ended, removed: 0 } };
  });
}

/** Asks the source and merges what it says; the outcome is the source's own, also when it knows of nothing. */
export async function refreshProtests(
  { source, merger }: { source: ProtestSource; merger: RegistryMerger },
  question: ProtestQuestion,
): Promise<Outcome<ProtestReport>> {
  const outcome = await source.start(question);
  if (outcome.kind !== 'ready' && outcome.kind !== 'empty') return outcome;
  const none = { doc: question.doc, count: 0, total: '0.00', isWhole: true, protests: [] };
  await mergeProtests(merger, outcome.kind === 'ready' ? outcome.value : none, {
    source: source.name,
    coverage: source.coverage,
    fetchedAt: new Date(outcome.meta.fetchedAt),
  });
  return outcome;
}

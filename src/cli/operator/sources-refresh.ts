// `farol sources refresh`: what the live sources know of a document, merged into the registry. It prints how many, never what.
import type { Command } from 'commander';
import { openConnectors } from '../../connectors.ts';
import type { Connectors } from '../../connectors.ts';
import { documentType } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { collectLawsuits } from '../../features/cases/index.ts';
import { refreshProtests } from '../../features/debts/index.ts';
import { createImports } from '../../imports.ts';
import { createClock } from '../../platform/clock.ts';
import { createRegistryMerger } from '../../platform/imports/live-merges.ts';
import type { RegistryMerger } from '../../platform/imports/live-merges.ts';
import { createLog } from '../../platform/log.ts';
import type { Doc, Outcome } from '../../platform/outbound/outcome.ts';
import { CommandFault } from '../exit.ts';
import { printAnswer } from '../output.ts';
import type { Row } from '../output.ts';
import { conflict } from './faults.ts';
import { awaitSearch } from './lawsuit-search.ts';
import { withSession } from './session.ts';
import type { OpenOperator } from './session.ts';

function toRow<T>(source: string, outcome: Outcome<T>, countOf: (value: T) => number): Row {
  const fault = outcome.kind === 'failed' ? outcome.fault : null;
  return {
    source,
    outcome: outcome.kind,
    fault: fault?.code ?? null,
    vendorCode: fault?.vendorCode ?? null,
    brought: outcome.kind === 'ready' ? countOf(outcome.value) : 0,
    coverage: outcome.meta.coverage ?? [],
    warnings: outcome.meta.warnings,
  };
}

async function refreshAll(connectors: Connectors, merger: RegistryMerger, doc: Doc): Promise<Row[]> {
  const { lawsuits, protests } = connectors;
  const rows: Row[] = [];
  for (const source of lawsuits) {
    const parts = { source, merger };
    const found = await awaitSearch(source, doc, (ticket) => collectLawsuits(parts, { ticket, doc }));
    rows.push(toRow(source.name, found, ({ records }) => records));
  }
  if (protests !== null) {
    const found = await refreshProtests({ source: protests, merger }, { doc });
    rows.push(toRow(protests.name, found, ({ count }) => count));
  }
  return rows;
}

export function refreshDocument(command: Command, open: OpenOperator, document: Document): Promise<void> {
  return withSession(open, async ({ config, databaseUrl }) => {
    const clock = createClock(config.clockOffsetMs);
    const log = createLog({ level: 'silent', process: 'cli' });
    const connectors = openConnectors(config, { log, clock });
    const { watchers } = createImports(clock, config);
    const merger = createRegistryMerger({ databaseUrl, clock, watchers });
    try {
      const doc = { kind: documentType(document), value: document };
      const rows = await refreshAll(connectors, merger, doc);
      if (rows.length === 0) {
        throw conflict('No source is in use: set FAROL_LAWSUITS_SOURCE or FAROL_PROTESTS_SOURCE.');
      }
      printAnswer(command, { rows });
      if (rows.some(({ outcome }) => outcome === 'failed')) {
        throw new CommandFault('Not every source answered.');
      }
    } finally {
      await merger.close();
      await connectors.close();
    }
  });
}

// An import as the processes of this folder run it, and how one that is to be killed is told of it. The planted bug serves
// table after table, each at once.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createImports } from '../../src/imports.ts';
import { createClock } from '../../src/platform/clock.ts';
import type { ImportDefinition } from '../../src/platform/imports/definition.ts';
import { openInputs } from '../../src/platform/imports/input-files.ts';
import { runImport } from '../../src/platform/imports/run-import.ts';

export type ImportOrder = {
  readonly databaseUrl: string;
  readonly source: 'receita' | 'pgfn' | 'cases';
  /** A folder of the publisher's files. */
  readonly path: string;
  readonly chunkBytes: number;
  readonly isPlanted: boolean;
};

const IMPORTS = createImports(createClock(), { riskValue: 1_000_000 });
const VARIABLE = 'FAROL_TEST_IMPORT';
/** As long as a busy disk may take between two commits. */
const BETWEEN_TABLES_MS = 40;

export function writeOrder(order: ImportOrder): Record<string, string> {
  return { [VARIABLE]: JSON.stringify(order) };
}

export function readOrder(): ImportOrder {
  return JSON.parse(process.env[VARIABLE] ?? '{}') as ImportOrder;
}

function serveSingly(definition: ImportDefinition): ImportDefinition {
  const names = definition.stage.map(({ name }) => name);
  return {
    ...definition,
    publish: {
      kind: 'merge',
      prepare: async (tx) => {
        for (const name of names) {
          await tx.query(
            `do $$ begin delete from registry.${name}; insert into registry.${name} select * from registry_stage.${name}; end $$`,
          );
          await sleep(BETWEEN_TABLES_MS);
        }
      },
      merge: async () => ({}),
    },
  };
}

export async function followOrder(order: ImportOrder): Promise<void> {
  const { databaseUrl, source, path, chunkBytes, isPlanted } = order;
  const definition = IMPORTS.get(source);
  const report = (): void => undefined;
  await runImport(
    {
      databaseUrl,
      clockOffsetMs: 0,
      definitions: IMPORTS.definitions,
      watchers: IMPORTS.watchers,
      report,
      chunkBytes,
    },
    isPlanted ? serveSingly(definition) : definition,
    () => openInputs([path], { stream: Readable.from([]), name: 'stdin' }),
    { maxSetAsidePercent: 1, restart: false, allowIncomplete: false },
  );
}

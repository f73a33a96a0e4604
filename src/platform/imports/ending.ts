// How a run ends that does not serve anything new: the audit row says why, and the stage stays or goes.
import { createHash } from 'node:crypto';
import * as audit from './audit-rows.ts';
import { openImportConnection } from './connection.ts';
import type { ImportConnection } from './connection.ts';
import type { ImportDefinition } from './definition.ts';
import type { ImportFault } from './fault.ts';
import { describeProcess } from './runners.ts';
import { dropStage } from './stage.ts';
import type { Progress } from './stage.ts';

export type DatabaseAddress = { readonly databaseUrl: string; readonly clockOffsetMs: number };

export function connectImporter(address: DatabaseAddress, source: string): Promise<ImportConnection> {
  const { databaseUrl: url, clockOffsetMs } = address;
  return openImportConnection({ url, clockOffsetMs, name: `import ${source}` });
}

/** Null while standard input is not read to its end. */
export function checksumOfAll(files: readonly audit.FileNote[]): string | null {
  const hash = createHash('sha256');
  for (const { name, sha256 } of files) {
    if (sha256 === null) {
      return null;
    }
    hash.update(`${sha256}  ${name}\n`);
  }
  return hash.digest('hex');
}

export type Failure = {
  readonly importId: string;
  readonly files: readonly audit.FileNote[];
  readonly progress: Progress;
  readonly fault: ImportFault;
};

/** A refused run has nothing worth keeping; a failed one is taken up by the next. */
export async function recordFailure(
  connection: ImportConnection,
  definition: ImportDefinition,
  { importId, files, progress, fault }: Failure,
): Promise<void> {
  const isRefused = fault.kind === 'refused';
  await connection.transaction(async (tx) => {
    await audit.endImport(tx, importId, {
      state: isRefused ? 'refused' : 'failed',
      progress,
      changed: {},
      files,
      checksum: checksumOfAll(files),
      reason: fault.message,
    });
    if (isRefused) {
      await dropStage(tx, definition);
    }
  });
}

/** Of files that are damaged so that a run could not even begin. */
export async function recordRefusal(
  address: DatabaseAddress,
  source: string,
  fault: ImportFault,
): Promise<void> {
  const connection = await connectImporter(address, source);
  try {
    await connection.transaction(async (tx) => {
      const row = { source, files: [], edition: null, runBy: describeProcess() };
      const importId = await audit.insertImport(tx, row);
      const end = { state: 'refused', progress: null, changed: {}, files: [], checksum: null } as const;
      await audit.endImport(tx, importId, { ...end, reason: fault.message });
    });
  } finally {
    await connection.close();
  }
}

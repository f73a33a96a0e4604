// The folder and the database that all scenarios of a run share, and the end of both, however the run ends.
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';

export type Stage = { readonly folder: string; readonly cluster: Cluster; close(): Promise<void> };

export async function openStage({ keep }: { keep: boolean }): Promise<Stage> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'farol-prove-')));
  // The account under which root runs PostgreSQL must be able to pass.
  await chmod(folder, 0o711);
  const remove = async (): Promise<void> => {
    if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const cluster = await startCluster(folder);
    return {
      folder,
      cluster,
      close: async () => {
        await cluster.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

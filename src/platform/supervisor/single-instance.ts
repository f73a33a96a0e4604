import { abstractLockName, askAbstractLockHolder, tryAbstractLock } from './abstract-lock.ts';
import { makeDataFolder } from './data-folder.ts';

export type InstanceLock = { release(): Promise<void> };

export class AlreadyRunningError extends Error {
  readonly pid: number | null;

  constructor(dataDir: string, pid: number | null) {
    const who = pid === null ? '' : ` (process ${pid})`;
    const how = pid === null ? 'Stop that one first' : `Stop that one first with "kill ${pid}"`;
    super(
      `Farol is already running on the data folder ${dataDir}${who}. ` +
        `${how}, or give this one a folder of its own with FAROL_DATA_DIR and a port of its own with FAROL_PORT.`,
    );
    this.name = 'AlreadyRunningError';
    this.pid = pid;
  }
}

/** Refuses a second supervisor on the same data folder; the kernel ends the lock with the process. */
export async function holdInstanceLock(dataDir: string): Promise<InstanceLock> {
  const name = abstractLockName('serve', await makeDataFolder(dataDir));
  const attempt = await tryAbstractLock(name);
  if (attempt.lock !== null) return attempt.lock;
  throw new AlreadyRunningError(dataDir, await askAbstractLockHolder(name));
}

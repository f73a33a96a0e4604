// What an earlier run left in the data folder: a living server to adopt, or traces of a dead one that would
// block a start. Runs under the start lock, since removing a lock file that a third process has just written
// would let two servers work on the same files.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, isPidTaken, isPostgresOf, listPostgresOf } from './processes.ts';
import type { ClusterMarks, ProcessIdentity } from './processes.ts';
import { SOCKET_NAME } from './socket-folder.ts';

const ORPHAN_WAIT_MS = 10_000;
const ORPHAN_POLL_MS = 50;

export async function findLivingServer(marks: ClusterMarks): Promise<ProcessIdentity | null> {
  const pid = await readLockedPid(marks.pgData);
  if (pid === null || !(await isPostgresOf(pid, marks))) return null;
  return identifyProcess(pid);
}

/** To be called when no living server was found. */
export async function clearTraces(marks: ClusterMarks, socketDir: string): Promise<void> {
  await waitForOrphans(marks);
  const pid = await readLockedPid(marks.pgData);
  // The lock file of a pid that is free is left to PostgreSQL, whose own check covers shared memory as well.
  // PostgreSQL is misled only by a pid that is taken: by a zombie, or by a stranger that got the same number.
  if (pid !== null && isPidTaken(pid)) await rm(join(marks.pgData, 'postmaster.pid'), { force: true });
  await rm(join(socketDir, `${SOCKET_NAME}.lock`), { force: true });
}

/** Server processes end by themselves once they notice that the main one is gone. */
async function waitForOrphans(marks: ClusterMarks): Promise<void> {
  const deadline = performance.now() + ORPHAN_WAIT_MS;
  let orphans = await listPostgresOf(marks);
  while (orphans.length > 0) {
    if (performance.now() > deadline) {
      throw new Error(
        `PostgreSQL processes of an earlier run still work on ${marks.pgData}: ${orphans.join(', ')}. ` +
          `End them with "kill ${orphans.join(' ')}" and start again.`,
      );
    }
    await sleep(ORPHAN_POLL_MS);
    orphans = await listPostgresOf(marks);
  }
}

async function readLockedPid(pgData: string): Promise<number | null> {
  const text = await readFile(join(pgData, 'postmaster.pid'), 'utf8').catch(() => '');
  // Single-user mode writes its pid negated.
  const pid = Math.abs(Number.parseInt(text, 10));
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}

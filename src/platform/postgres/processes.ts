// What /proc tells about PostgreSQL processes. A zombie counts as dead: it still has a pid, and
// kill(pid, 0) succeeds on it, which is why PostgreSQL itself takes its lock file for a living one's.
import { readFile, readdir, readlink } from 'node:fs/promises';

/** A pid alone can be reused; together with its start time it names one process for ever. */
export type ProcessIdentity = { pid: number; startTicks: string };

export type ClusterMarks = {
  /** Real path; PostgreSQL makes it the working directory of each of its processes. */
  pgData: string;
  /** Part of every backend's process title. */
  clusterName: string;
};

export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The command name, in brackets, may itself hold blanks and brackets. Fields after it: state is the
  // third field of the line and starttime the 22nd (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  const startTicks = fields[19];
  if (state === undefined || startTicks === undefined || state === 'Z' || state === 'X') return null;
  return { pid, startTicks };
}

export async function isStillRunning(identity: ProcessIdentity): Promise<boolean> {
  const now = await identifyProcess(identity.pid);
  return now !== null && now.startTicks === identity.startTicks;
}

export async function isPostgresOf(pid: number, marks: ClusterMarks): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  if (name.trim() !== 'postgres') return false;
  if ((await identifyProcess(pid)) === null) return false;
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (cwd !== null) return cwd === marks.pgData;
  // In a container without CAP_SYS_PTRACE root may not read the working directory of another user's process.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return (
    commandLine.split('\0').includes(marks.pgData) ||
    commandLine.startsWith(`postgres: ${marks.clusterName}: `)
  );
}

export async function listPostgresOf(marks: ClusterMarks): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (Number.isInteger(pid) && (await isPostgresOf(pid, marks))) found.push(pid);
  }
  return found;
}

/** True also for a zombie and for a process of somebody else. */
export function isPidTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Every process that the bench starts is kept here, so that an end of any kind takes all of them along, each by its id.
import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

const running = new Set<ChildProcess>();
let ending = false;

/** After this long a process that was asked to end is ended. */
const PATIENCE_MS = 5_000;

export type ProcessOptions = {
  readonly stdio: StdioOptions;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
};

export function startProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions,
): ChildProcess {
  // What is still under way while the bench ends must start nothing that would be left behind.
  if (ending) throw new Error('The bench is ending');
  const child = spawn(command, args, options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(patience);
}

/** Nothing can be started afterwards. */
export async function endAllProcesses(): Promise<void> {
  ending = true;
  await Promise.all([...running].map(endProcess));
}

export type CommandResult = { readonly code: number; readonly output: string };

/** A program that cannot be started counts as 127, one that a signal ended as 1. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<CommandResult> {
  const child = startProcess(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  try {
    await once(child, 'close');
    return { code: child.exitCode ?? 1, output };
  } catch (error) {
    return {
      code: 127,
      output: `${command}: ${error instanceof Error ? error.message : 'cannot be started'}`,
    };
  }
}

async function readStatusMb(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** Resident memory in MB, as Linux tells it; null for a process that is gone. */
export function readMemoryMb(pid: number): Promise<number | null> {
  return readStatusMb(pid, 'VmRSS');
}

/** The most that it ever was. */
export function readPeakMemoryMb(pid: number): Promise<number | null> {
  return readStatusMb(pid, 'VmHWM');
}

/** USER_HZ, which Linux fixes at 100 on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processor time that the process has used so far, in seconds; it hardly depends on what else the machine does. */
export async function readCpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses and may hold anything; user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

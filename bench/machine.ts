// On what the figures were made: without it they cannot be compared with any others.
import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem, tmpdir } from 'node:os';
import { runCommand } from './processes.ts';

export type Machine = {
  readonly cores: number;
  readonly memoryGb: number;
  readonly cpu: string;
  readonly node: string;
  readonly postgres: string;
  readonly date: string;
};

/** Linux' magic number of a file system that lives in memory (statfs(2)). */
const TMPFS = 0x0102_1994;

export async function readMachine(postgres: string): Promise<Machine> {
  return {
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    cpu: await readCpu(),
    node: process.versions.node,
    postgres,
    date: new Date().toISOString(),
  };
}

/** Node knows no model names of ARM cores, lscpu does. */
async function readCpu(): Promise<string> {
  const model = cpus()[0]?.model.trim() ?? '';
  if (model !== '' && model !== 'unknown') return model;
  const { output } = await runCommand('lscpu', [], { env: { ...process.env, LC_ALL: 'C' } });
  return /^Model name:\s+(.+)$/m.exec(output)?.[1]?.trim() ?? process.arch;
}

export function describeMachine(machine: Machine): string {
  const { cores, memoryGb, cpu, node, postgres, date } = machine;
  return `${cores} cores ${cpu}, ${memoryGb} GB, Node ${node}, PostgreSQL ${postgres} (embedded, durable), ${date.slice(0, 10)}`;
}

export async function isTemporaryFolderInMemory(): Promise<boolean> {
  return (await statfs(tmpdir())).type === TMPFS;
}

// Starts other programs on behalf of the repository's tools, and takes them along when the tool is told to stop.
import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { REPOSITORY_ROOT } from './repository.ts';

export type CommandResult = { readonly code: number; readonly output: string };

export type CommandOptions = {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** `show` lets the program print as it goes; otherwise its output is collected. */
  readonly output?: 'show' | 'collect';
};

const running = new Set<ChildProcess>();
let stopping = false;

// After this long a program that was asked to end is ended.
const PATIENCE_MS = 5_000;

/** A program that a signal ended counts as 1, one that cannot be started as 127, as in a shell. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  // The tool is about to end; what still runs on its way there must start nothing that would be left behind.
  if (stopping) return new Promise<never>(() => {});
  const collect = options.output !== 'show';
  const stdio: StdioOptions = collect ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
  // In a group of its own, so that stopRunningCommands reaches its children too.
  const child = spawn(command, args, {
    cwd: options.cwd ?? REPOSITORY_ROOT,
    env: options.env,
    stdio,
    detached: true,
  });
  running.add(child);
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
      output: `${command} cannot be started: ${error instanceof Error ? error.message : String(error)}\n`,
    };
  } finally {
    running.delete(child);
  }
}

export async function stopRunningCommands(): Promise<void> {
  const children = [...running].filter(({ pid }) => pid !== undefined);
  for (const child of children) signalGroup(child, 'SIGTERM');
  const ended = Promise.all(children.map((child) => once(child, 'close')));
  const patience = setTimeout(() => {
    for (const child of children) signalGroup(child, 'SIGKILL');
  }, PATIENCE_MS);
  await ended;
  clearTimeout(patience);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The group has ended by itself in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Runs `cleanUp` once when the process is told to stop, then ends with the code a shell gives for that signal. */
export function onStop(cleanUp: () => Promise<void>): void {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  const stop = async (code: number): Promise<void> => {
    await stopRunningCommands();
    await cleanUp();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stop(codes[signal]);
    });
  }
}

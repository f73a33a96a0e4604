// A program that some tests need: the one that the environment names, what is installed, else Debian's package when we may
// install it.
import { accessSync, constants } from 'node:fs';
import { runCommand } from './run-command.ts';

export type Program = { readonly path: string } | { readonly missing: string };

export type Wanted = {
  /** As people know it. */
  readonly name: string;
  /** The variable that names one. */
  readonly variable: string;
  /** The first that can be run is taken. */
  readonly places: readonly string[];
  /** Tried in this order. */
  readonly packages: readonly string[];
};

/** What the search looks at, so that it can be tested without a machine that lacks the program. */
export type Machine = {
  readonly chosen: string | undefined;
  readonly isRoot: boolean;
  readonly canRun: (path: string) => boolean;
  readonly run: (command: string, args: readonly string[]) => Promise<{ code: number }>;
  readonly say: (line: string) => void;
};

const APT = '/usr/bin/apt-get';

export async function ensureProgram(
  wanted: Wanted,
  mayInstall: boolean,
  machine: Machine = thisMachine(wanted.variable),
): Promise<Program> {
  const { name, variable, places, packages } = wanted;
  if (machine.chosen !== undefined && machine.chosen !== '') {
    if (machine.canRun(machine.chosen)) return { path: machine.chosen };
    return { missing: `${variable} names ${machine.chosen}, which cannot be run` };
  }
  const installed = places.find(machine.canRun);
  if (installed !== undefined) return { path: installed };
  if (!mayInstall) return { missing: `no ${name} is installed, and this run installs none` };
  if (!machine.isRoot || !machine.canRun(APT)) {
    return { missing: `no ${name} is installed; install ${packages.at(-1)}, or name one in ${variable}` };
  }
  return install(wanted, machine);
}

async function install({ name, places, packages }: Wanted, machine: Machine): Promise<Program> {
  machine.say(`No ${name} is installed; installing the Debian package for the tests.`);
  await machine.run(APT, ['update', '-q']);
  for (const each of packages) {
    await machine.run(APT, ['install', '-y', '-q', '--no-install-recommends', each]);
    const path = places.find(machine.canRun);
    if (path !== undefined) return { path };
  }
  return { missing: `apt-get could install neither ${packages.join(' nor ')}` };
}

function thisMachine(variable: string): Machine {
  return {
    chosen: process.env[variable],
    isRoot: process.getuid?.() === 0,
    canRun,
    run: (command, args) =>
      runCommand(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }),
    say: (line) => console.log(line),
  };
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

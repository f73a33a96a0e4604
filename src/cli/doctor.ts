// `farol doctor`: what is wrong with a set-up, in plain words, and how to mend it. It is asked when nothing works, so it
// needs nothing to work.
import type { Command } from 'commander';
import { ConfigFault, loadConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { migrationsFolder } from '../connect.ts';
import { checkAccounts } from './doctor-accounts.ts';
import { checkServer, describeUnreachable } from './doctor-database.ts';
import { examine, fault, fine, warning } from './doctor-finding.ts';
import type { Finding } from './doctor-finding.ts';
import { checkListener } from './doctor-listener.ts';
import { checkMachine, checkNode, checkPackages } from './doctor-machine.ts';
import { withCatalogue } from './doctor-queries.ts';
import { CommandFault } from './exit.ts';
import { EXIT_CODES, paint, printJson, printLines, wantsJson } from './output.ts';

export type DoctorSurroundings = {
  projectDir: string;
  /** The serving address; null when it is the embedded database and that is not running. */
  findDatabaseUrl: (config: Config) => Promise<string | null>;
  readConfig?: (projectDir: string) => Config;
  /** Whether demo users may log in; a process that was given its database cannot tell whether it is the embedded one. */
  mayHaveDemoUsers?: (config: Config) => boolean;
};

const COLOURS = { ok: 'green', warning: 'yellow', fault: 'red' } as const;

function checkConfiguration({ projectDir, readConfig = loadConfig }: DoctorSurroundings): {
  config: Config | null;
  findings: Finding[];
} {
  try {
    const config = readConfig(projectDir);
    return { config, findings: [fine('configuration', 'Every setting can be read.')] };
  } catch (error) {
    const faults = error instanceof ConfigFault ? error.faults : ['The settings could not be read.'];
    const remedy =
      'Correct it in the environment of Farol; everything else is checked once all settings are right.';
    return { config: null, findings: faults.map((message) => fault('configuration', { message, remedy })) };
  }
}

async function checkDatabase(
  config: Config,
  { findDatabaseUrl, mayHaveDemoUsers }: DoctorSurroundings,
): Promise<Finding[]> {
  let url: string | null;
  try {
    url = await findDatabaseUrl(config);
  } catch (error) {
    return [describeUnreachable(error)];
  }
  if (url === null) {
    return [
      warning('database', {
        message: 'The embedded database is not running, so what lies in it was not checked.',
        remedy: 'Start it with "npm start", then ask again.',
      }),
    ];
  }
  const servingUrl = url;
  const migrations = { url: config.migrationUrl?.reveal() ?? servingUrl, folder: migrationsFolder(config) };
  let server: Finding[];
  try {
    server = await withCatalogue(servingUrl, (client) => checkServer(client, migrations));
  } catch (error) {
    return [describeUnreachable(error)];
  }
  // Without the tables there is nothing to look into, and the missing migrations are reported.
  const isMigrated = server.every(({ check, state }) => check !== 'migrations' || state === 'ok');
  return isMigrated ? [...server, ...(await checkAccounts(config, servingUrl, mayHaveDemoUsers))] : server;
}

export async function diagnose(around: DoctorSurroundings): Promise<Finding[]> {
  const { config, findings } = checkConfiguration(around);
  const needsDatabase = config?.embeddedDatabase ?? false;
  const packages = await examine('packages', () => checkPackages(around.projectDir, needsDatabase));
  const always = [checkNode(), packages, ...findings];
  return config === null
    ? always
    : [
        ...always,
        ...(await checkMachine(config)),
        ...(await checkListener(config)),
        ...(await checkDatabase(config, around)),
      ];
}

function formatFindings(command: Command, findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings.map(({ check, state, message, remedy }) => {
    const head = `${paint(command, COLOURS[state], state.padEnd(7))}  ${check.padEnd(width)}  ${message}`;
    return remedy === null ? head : `${head} ${remedy}`;
  });
}

export function addDoctorCommand(program: Command, around: DoctorSurroundings): void {
  program
    .command('doctor')
    .description('say what is wrong with the set-up and how to mend it')
    .option('--json', 'print one JSON document')
    .action(async (_options: object, command: Command) => {
      const findings = await diagnose(around);
      const faults = findings.filter(({ state }) => state === 'fault').length;
      if (wantsJson(command)) {
        printJson(command, { ok: faults === 0, findings });
      } else {
        printLines(command, formatFindings(command, findings));
      }
      if (faults > 0) {
        throw new CommandFault(
          faults === 1 ? 'There is 1 fault.' : `There are ${faults} faults.`,
          EXIT_CODES.failure,
        );
      }
    });
}

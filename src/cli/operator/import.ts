import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { ImportFault } from '../../platform/imports/fault.ts';
import type { FaultKind } from '../../platform/imports/fault.ts';
import { openInputs } from '../../platform/imports/input-files.ts';
import type { ImportRegistry } from '../../platform/imports/registry.ts';
import { runImport } from '../../platform/imports/run-import.ts';
import type { ImportResult } from '../../platform/imports/run-import.ts';
import { listSources } from '../../platform/imports/source-list.ts';
import type { SourceLine } from '../../platform/imports/source-list.ts';
import { CommandFault } from '../exit.ts';
import { EXIT_CODES, printAnswer, printJson, wantsJson } from '../output.ts';
import type { Row } from '../output.ts';
import { wrongUsage } from './faults.ts';
import { createProgressLine } from './import-progress.ts';
import { withSession } from './session.ts';
import type { OpenOperator } from './session.ts';

type Options = {
  list?: boolean;
  json?: boolean;
  restart?: boolean;
  incomplete?: boolean;
  maxSetAside?: number;
  name?: string;
};

const FAULT_CODES: Readonly<Record<FaultKind, number>> = {
  usage: EXIT_CODES.usage,
  conflict: EXIT_CODES.conflict,
  refused: EXIT_CODES.failure,
  failed: EXIT_CODES.failure,
};
const DAY_SECONDS = 86_400;
/** For the names of the sources, which are known before there is a configuration. */
const NO_CONFIG = { clockOffsetMs: 0, riskValue: 0 };

function parsePercent(text: string): number {
  const value = /^\d{1,3}(?:\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 100)) {
    throw new InvalidArgumentError('It must be a percentage from 0 to 100, such as 2.5.');
  }
  return value;
}

/** Loaded only here: it brings the whole program with it. */
async function loadSources(config: Pick<Config, 'clockOffsetMs' | 'riskValue'>): Promise<ImportRegistry> {
  const [{ createImports }, { createClock }] = await Promise.all([
    import('../../imports.ts'),
    import('../../platform/clock.ts'),
  ]);
  return createImports(createClock(config.clockOffsetMs), config);
}

function ageOf({ ageSeconds }: SourceLine): string {
  if (ageSeconds === null) {
    return 'never imported';
  }
  const days = Math.floor(ageSeconds / DAY_SECONDS);
  return days <= 0 ? 'today' : `${days} day${days === 1 ? '' : 's'}`;
}

function list(command: Command, open: OpenOperator): Promise<void> {
  return withSession(open, async ({ config, operator }) => {
    const { definitions } = await loadSources(config);
    const lines = await operator.transaction(NO_SCOPE, (tx) => listSources(tx, definitions));
    if (wantsJson(command)) {
      printJson(command, lines);
      return;
    }
    const rows = lines.map((line): Row => {
      const { source, edition, rows: count, sizeBytes, lastState, lastAt } = line;
      const megabytes = Math.round(sizeBytes / 1e6);
      return {
        source,
        age: ageOf(line),
        edition,
        rows: count,
        megabytes,
        lastRun: lastState,
        lastRunAt: lastAt,
      };
    });
    const notes = lines.flatMap(({ source, reason }) => (reason === null ? [] : [`${source}: ${reason}`]));
    printAnswer(command, { rows, notes });
  });
}

function describeResult(source: string, result: ImportResult, seconds: number): Row {
  const changed = Object.entries(result.changed).map(
    ([table, { added, changed: different, removed }]) => `${table} +${added} ~${different} -${removed}`,
  );
  return {
    import: Number(result.importId),
    source,
    rowsRead: result.rowsRead,
    setAside: result.rowsSetAside,
    changed,
    seconds: Math.round(seconds * 10) / 10,
    rowsPerSecond: Math.round(result.rowsRead / Math.max(seconds, 0.001)),
    checksum: result.checksum,
  };
}

function notesOf(result: ImportResult): string[] {
  return [
    ...(result.isResumed ? ['It went on where an earlier run had been stopped.'] : []),
    ...(result.rowsSetAside > 0
      ? [
          `Rows that were set aside are in registry.quarantine under import ${result.importId}, with their reasons.`,
        ]
      : []),
    ...Object.entries(result.warnings).map(([reason, count]) => `${count} taken all the same: ${reason}.`),
  ];
}

async function runOne(
  command: Command,
  open: OpenOperator,
  [source, paths]: [string, readonly string[]],
  input: NodeJS.ReadableStream,
): Promise<void> {
  const { restart = false, incomplete = false, maxSetAside, name = 'stdin' } = command.opts<Options>();
  const names = (await loadSources(NO_CONFIG)).definitions.map((each) => each.source);
  if (!names.includes(source)) {
    throw wrongUsage(`There is no source ${source}; there are ${names.join(', ')}.`);
  }
  await withSession(open, async ({ config, databaseUrl }) => {
    const sources = await loadSources(config);
    const definition = sources.get(source);
    const progress = createProgressLine(command);
    const startedMs = performance.now();
    try {
      progress.report({ kind: 'step', step: 'taking the checksums of the files' });
      const around = {
        databaseUrl,
        clockOffsetMs: config.clockOffsetMs,
        definitions: sources.definitions,
        watchers: sources.watchers,
        report: progress.report,
      };
      const maxSetAsidePercent = maxSetAside ?? config.importMaxSetAsidePercent;
      const options = { maxSetAsidePercent, restart, allowIncomplete: incomplete };
      const result = await runImport(
        around,
        definition,
        () => openInputs(paths, { stream: input, name }),
        options,
      );
      progress.clear();
      const seconds = (performance.now() - startedMs) / 1000;
      if (wantsJson(command)) {
        printJson(command, { source, seconds, ...result });
      } else {
        printAnswer(command, { rows: describeResult(source, result, seconds), notes: notesOf(result) });
      }
    } catch (error) {
      progress.clear();
      throw error instanceof ImportFault ? new CommandFault(error.message, FAULT_CODES[error.kind]) : error;
    }
  });
}

export function addImportCommand(program: Command, open: OpenOperator, input: NodeJS.ReadableStream): void {
  program
    .command('import')
    .description(
      "bring a publisher's files into the registry; the old data are served until the new are whole",
    )
    .argument('[source]', 'whose files they are, such as receita; --list names them all')
    .argument('[files...]', 'files as published (plain, zip or gz), folders of them, or - for standard input')
    .option('--list', 'show age and size of every source')
    .option('--restart', 'start anew instead of going on where a stopped run was')
    .option('--incomplete', 'take a set that lacks files; what is missing is served as empty')
    .option(
      '--max-set-aside <percent>',
      'share of rows that may be set aside before all is refused',
      parsePercent,
    )
    .option('--name <name>', 'what the file on standard input is called')
    .option('--json', 'print one JSON document')
    .action((source: string | undefined, files: string[], options: Options, command: Command) => {
      if (options.list === true) {
        return list(command, open);
      }
      if (source === undefined || files.length === 0) {
        throw wrongUsage('Name a source and its files, or say --list.');
      }
      return runOne(command, open, [source, files], input);
    });
}

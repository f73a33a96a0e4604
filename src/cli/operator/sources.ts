// `farol sources`: what is connected, and whether it answers. A test prints how a source answers, never what.
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { describeConnectors, openConnectors } from '../../connectors.ts';
import type { ConnectorDescription, Connectors } from '../../connectors.ts';
import { documentType, parseDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import type { Scr } from '../../features/credit-register/index.ts';
import { createClock } from '../../platform/clock.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { createLog } from '../../platform/log.ts';
import type { Doc, Outcome } from '../../platform/outbound/outcome.ts';
import { listStates } from '../../platform/outbound/states.ts';
import type { ToldState } from '../../platform/outbound/states.ts';
import { sourcesInUse } from '../../sources-in-use.ts';
import { CommandFault } from '../exit.ts';
import { printAnswer } from '../output.ts';
import type { Row } from '../output.ts';
import { verb } from './arguments.ts';
import { conflict, found } from './faults.ts';
import { awaitSearch } from './lawsuit-search.ts';
import { withSession } from './session.ts';
import type { OpenOperator } from './session.ts';

/** Invented, with valid check digits; the sandbox knows it, and a real source has nothing on it. */
const NOBODY = '90010020055';
/** The same of a court case: what DataJud is asked, which knows no documents. */
const NO_CASE = '90020015920248260001';

function parseDocumentArgument(text: string): Document {
  const document = parseDocument(text);
  if (isFault(document)) {
    throw new InvalidArgumentError('It must be a CPF or CNPJ with right check digits.');
  }
  return document;
}

type States = ReadonlyMap<string, ToldState>;

/** What the workers told; the list is worth printing without it too, so a database that is not there is no failure. */
async function readStates(open: OpenOperator): Promise<States | null> {
  try {
    const states = await withSession(open, ({ operator }) => operator.transaction(NO_SCOPE, listStates));
    return new Map(states.map((state) => [state.source, state]));
  } catch {
    return null;
  }
}

function toRow(described: ConnectorDescription, states: States | null): Row {
  const { capability, name, host, isInUse, missing, publisher } = described;
  const ready = missing.length === 0 ? 'ready' : 'incomplete';
  const told = isInUse ? states?.get(name) : undefined;
  return {
    capability,
    connector: name,
    state: isInUse ? 'in use' : ready,
    host,
    breaker: told?.breaker ?? null,
    lastSuccess: told?.last_success_at?.toISOString() ?? null,
    missing,
    publisher,
  };
}

const settingOf = (capability: string): string => `FAROL_${capability.toUpperCase()}_SOURCE`;

function notChecked(config: Config): string[] {
  return Object.entries(sourcesInUse(config))
    .filter(([, sources]) => sources.length === 0)
    .map(
      ([capability]) =>
        `Not checked, because no source is configured: ${capability} (${settingOf(capability)}).`,
    );
}

type Tested = Pick<ConnectorDescription, 'name' | 'capability'>;

function ask(connectors: Connectors, tested: Tested, document: Document): Promise<Outcome<unknown>> {
  const { cnh, scr, protests, processes } = connectors;
  const { name, capability } = tested;
  const lawsuits = connectors.lawsuits.find((source) => source.name === name);
  const doc = { kind: documentType(document), value: document };
  if (capability === 'cnh' && cnh !== null) {
    return cnh.start({ cpf: document });
  }
  if (capability === 'lawsuits' && lawsuits !== undefined) {
    return awaitSearch(lawsuits, doc, (ticket) => lawsuits.collect({ ticket, doc, cursor: null }));
  }
  if (capability === 'protests' && protests !== null) {
    return protests.start({ doc });
  }
  if (capability === 'processes' && processes !== null) {
    return processes.refresh({ number: NO_CASE });
  }
  if (scr === null) {
    throw new CommandFault('The source is not in use.');
  }
  return askRegister(scr, doc);
}

/** The consent is the tester's own word; a source that keeps it sees that it was a test. */
function askRegister(scr: Scr, doc: Doc): Promise<Outcome<unknown>> {
  const consent =
    scr.consentMode === 'LINKED_ITEM'
      ? { mode: scr.consentMode, itemId: `sandbox-${doc.value}` }
      : {
          mode: 'OWN_PROOF' as const,
          textHash: 'farol sources test',
          signedAt: createClock().now().toISOString(),
          signers: [],
        };
  return scr.start({ doc, consent });
}

function describeOutcome(source: string, outcome: Outcome<unknown>, ms: number): Row {
  const fault = outcome.kind === 'failed' ? outcome.fault : null;
  return {
    source,
    outcome: outcome.kind,
    fault: fault?.code ?? null,
    vendorCode: fault?.vendorCode ?? null,
    reason: fault?.text ?? null,
    retry: fault?.retry ?? null,
    milliseconds: ms,
    bytes: outcome.meta.raw?.reveal().length ?? null,
    costCents: outcome.meta.cost?.billable === true ? outcome.meta.cost.cents : 0,
    warnings: outcome.meta.warnings,
  };
}

async function testSource(
  config: Config,
  name: string,
  document: Document,
): Promise<{ row: Row; isAnswered: boolean }> {
  const described = found(
    describeConnectors(config).find((connector) => connector.name === name) ?? null,
    `source "${name}"`,
  );
  if (!described.isInUse) {
    throw conflict(`The source ${name} is not in use: ${settingOf(described.capability)}=${name}.`);
  }
  const log = createLog({ level: 'silent', process: 'cli' });
  const connectors = openConnectors(config, { log, clock: createClock(config.clockOffsetMs) });
  try {
    const startedAt = performance.now();
    const outcome = await ask(connectors, described, document);
    const ms = Math.round(performance.now() - startedAt);
    return { row: describeOutcome(name, outcome, ms), isAnswered: outcome.kind !== 'failed' };
  } finally {
    await connectors.close();
  }
}

export function addSourceCommands(program: Command, open: OpenOperator, readConfig: () => Config): void {
  const sources = program
    .command('sources')
    .description('outside sources: what is connected, and whether it answers');
  verb(sources, 'list', 'list the connectors, which are in use, and which settings they lack').action(
    async (_options: object, command: Command) => {
      const config = readConfig();
      const states = await readStates(open);
      const rows = describeConnectors(config).map((described) => toRow(described, states));
      const notes = states === null ? ['The database is not reachable, so breakers are not told.'] : [];
      printAnswer(command, { rows, notes: [...notes, ...notChecked(config)] });
    },
  );
  verb(
    sources,
    'refresh',
    'bring what the live sources know of a document into the registry; it may be charged',
  )
    .argument('<document>', 'CPF or CNPJ', parseDocumentArgument)
    .action(async (document: Document, _options: object, command: Command) => {
      // Loaded only here: it brings every import with it.
      const { refreshDocument } = await import('./sources-refresh.ts');
      await refreshDocument(command, open, document);
    });
  verb(sources, 'test', 'put one real question to a source in use; it may be charged')
    .argument('<name>', 'the source')
    .addOption(
      new Option('--document <document>', 'whom to ask about')
        .argParser(parseDocumentArgument)
        .default(NOBODY),
    )
    .action(async (name: string, { document }: { document: Document }, command: Command) => {
      const { row, isAnswered } = await testSource(readConfig(), name, document);
      printAnswer(command, { rows: row });
      if (!isAnswered) {
        throw new CommandFault(`The source ${name} did not answer.`);
      }
    });
}

import { once } from 'node:events';
// `farol serve`: the whole product under one parent. The database comes first and goes last.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { environmentWith, loadConfig } from '../config.ts';
import type { Config } from '../config.ts';
import type { Log } from '../platform/log.ts';
import { startEmbeddedPostgres } from '../platform/postgres/index.ts';
import {
  endWithParent,
  holdInstanceLock,
  keepPostgresRunning,
  onStopSignals,
  superviseChildren,
} from '../platform/supervisor/index.ts';
import type { Supervisor } from '../platform/supervisor/index.ts';
import { exitWith } from './exit.ts';
import { nodeFlags } from './node-flags.mjs';
import type { SandboxChild } from './sandbox-child.ts';
import { createProcessLog } from './terminal-log.ts';

type Stop = () => Promise<void>;
type OpenedDatabase = { serving: string; migration: string; notices: readonly string[] };

/** Told before anything is started: a taken port would otherwise show only after the database was made. */
async function requireFreePort(config: Config): Promise<void> {
  const probe = createServer().listen(config.port, config.host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

async function openDatabase(config: Config, log: Log, stops: Stop[]): Promise<OpenedDatabase> {
  if (config.databaseUrl !== null) {
    const serving = config.databaseUrl.reveal();
    return { serving, migration: config.migrationUrl?.reveal() ?? serving, notices: [] };
  }
  const lock = await holdInstanceLock(config.dataDir);
  stops.push(() => lock.release());
  const { projectDir, dataDir } = config;
  const opening = keepPostgresRunning(() => startEmbeddedPostgres({ projectDir, dataDir, log }), log);
  // Noted before it is awaited: a Ctrl-C while the database starts must not leave it running.
  stops.push(async () => (await opening.catch(() => null))?.stop());
  const { url, notices } = (await opening).current();
  return { serving: url, migration: url, notices };
}

function startChildren(
  config: Config,
  { databaseUrl, sandbox }: { databaseUrl: string; sandbox: SandboxChild | null },
  told: { log: Log; onAddress: (address: string) => void },
): Supervisor {
  const script = join(config.projectDir, 'src', 'cli.ts');
  const env = environmentWith({
    ...sandbox?.settings,
    ...(config.embeddedDatabase ? { FAROL_DATABASE_URL: databaseUrl } : {}),
  });
  const started: [name: string, args: readonly string[]][] = [
    ['api', ['api']],
    ['worker', ['worker']],
    ...(sandbox === null ? [] : [['sandbox', sandbox.args] as [string, readonly string[]]]),
  ];
  return superviseChildren({
    nodePath: process.execPath,
    log: told.log,
    children: started.map(([name, args]) => ({
      name,
      args: [...nodeFlags(name), script, ...args],
      // What they do is done behind a request, so the first answer need not wait for them.
      isLate: name !== 'api',
      // The sandbox has no use for secrets.
      env: name === 'sandbox' ? environmentWith({}) : env,
    })),
    onReady: (name, { address }) => {
      if (name === 'api' && typeof address === 'string') {
        told.onAddress(address);
      }
    },
  });
}

export async function serve(projectDir: string): Promise<void> {
  const startedAt = performance.now();
  const config = loadConfig(projectDir);
  const log = createProcessLog({ level: config.logLevel, process: 'serve' });
  const stops: Stop[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = (): Promise<void> => {
    stopping ??= (async () => {
      for (const stop of stops.toReversed()) {
        await stop();
      }
    })();
    return stopping;
  };
  onStopSignals({
    stop: () => void stopAll().then(() => process.exit(0), exitWith),
    force: () => process.exit(1),
  });
  endWithParent(stopAll);
  try {
    await requireFreePort(config);
    const loading = import('./starting.ts');
    const { notices, ...urls } = await openDatabase(config, log, stops);
    const { describeNotices, describeStart, prepareDatabase, prepareSandbox, startPopulation } =
      await loading;
    describeNotices(notices);
    const prepared = await prepareDatabase(config, urls, { log, seedDemo: true });
    const sandbox = await prepareSandbox(config);
    let address = '';
    const supervisor = startChildren(
      config,
      { databaseUrl: urls.serving, sandbox },
      {
        log,
        onAddress: (ready) => {
          address = ready;
        },
      },
    );
    stops.push(() => supervisor.stop());
    supervisor.failed.then((error) => stopAll().finally(() => exitWith(error)), exitWith);
    await supervisor.start();
    describeStart(config.publicUrl === '' ? address : config.publicUrl, {
      demo: prepared.demo,
      population:
        config.sandboxPopulation === 'none' ? 'none' : prepared.needsPopulation ? 'loading' : 'there',
      sandbox: sandbox?.url ?? null,
      seconds: (performance.now() - startedAt) / 1000,
    });
    if (prepared.needsPopulation) {
      stops.push(startPopulation(config, urls.serving, log));
    }
  } catch (error) {
    await stopAll();
    exitWith(error);
  }
}

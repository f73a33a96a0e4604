// The connectors that refresh the registry, on a sandbox and a database of their own.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { World } from '../../sandbox/server/world.ts';
import type { CaseLine } from '../../sandbox/test-documents.ts';
import { loadConfig } from '../../src/config.ts';
import { openConnectors } from '../../src/connectors.ts';
import type { Connectors } from '../../src/connectors.ts';
import type { LawsuitSource } from '../../src/features/cases/index.ts';
import { createClock } from '../../src/platform/clock.ts';
import { createDatabase } from '../../src/platform/db/database.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createRegistryMerger } from '../../src/platform/imports/live-merges.ts';
import type { RegistryMerger } from '../../src/platform/imports/live-merges.ts';
import { createLog } from '../../src/platform/log.ts';
import { casesSource } from '../../src/sources/cases/source.ts';
import { createTestDatabase, projectDir } from './database.ts';
import type { TestDatabase } from './database.ts';
import { settingsForSandbox, startSandbox } from './sandbox.ts';

export type LiveSources = {
  world: World;
  /** The first of them, and all. */
  lawsuits: LawsuitSource;
  allLawsuits: readonly LawsuitSource[];
  protests: NonNullable<Connectors['protests']>;
  merger: RegistryMerger;
  bed: TestDatabase;
  /** Under the role that serves. */
  database: Database;
};

/** Ends with the test file. */
export async function startLiveSources(env: Record<string, string> = {}): Promise<LiveSources> {
  const { url, world } = await startSandbox();
  const config = loadConfig(projectDir, { ...settingsForSandbox(url, 'pluggy'), ...env });
  const [log, clock] = [createLog({ level: 'silent', process: 'test' }), createClock()];
  const connectors = openConnectors(config, { log, clock });
  const { lawsuits: allLawsuits, protests } = connectors;
  const [lawsuits] = allLawsuits;
  assert.ok(lawsuits !== undefined && protests !== null);
  const bed = await createTestDatabase();
  const merger = createRegistryMerger({ databaseUrl: bed.url, clock, watchers: [] });
  const database = createDatabase({
    url: bed.url,
    role: 'farol_app',
    processName: 'test',
    poolSize: 2,
    statementTimeoutMs: 10_000,
    clock,
    log,
  });
  after(async () => {
    await connectors.close();
    await merger.close();
    await database.close();
    await bed.drop();
  });
  return { world, lawsuits, allLawsuits, protests, merger, bed, database };
}

type Reported = Parameters<Parameters<typeof casesSource.readLine>[1]['take']>[0];

/** A line of the sandbox's file as its import reads it. */
export function readCaseLine(line: CaseLine): Reported['records'] {
  const taken: Reported[] = [];
  const refuse = (reason: string): void => assert.fail(reason);
  casesSource.readLine(JSON.stringify(line), {
    latestMs: Date.parse('2100-01-01'),
    take: (reported) => taken.push(reported),
    warn: () => undefined,
    setAside: refuse,
  });
  return taken.flatMap(({ records }) => records);
}

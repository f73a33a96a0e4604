// The short form of what is done to refreshes, and the proof that it finds each bug. The database is that of the tests: it is
// the workers that die here.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadConfig } from '../../src/config.ts';
import { createKeyFile } from '../../src/platform/crypto/keyring.ts';
import { logFolder } from '../support/canaries.ts';
import { createTestDatabase, projectDir } from '../support/database.ts';
import { createRandom } from './random.ts';
import { playRefreshes, REFRESH_KILLS } from './refreshes/kills.ts';
import type { RefreshBug } from './refreshes/planted-bugs.ts';
import type { Seen } from './scenario.ts';

const SEED = 20_261_115;

/** Databases and a folder of its own, so that several can be played at once. */
async function run(times: number, bug: RefreshBug | null): Promise<Seen> {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [calm, disturbed] = databases;
  const folder = await mkdtemp(join(tmpdir(), 'farol-refreshes-'));
  const env = {
    FAROL_DATABASE_URL: disturbed.url,
    FAROL_DATA_DIR: folder,
    FAROL_LOG_LEVEL: 'info',
    FAROL_DISK_FLOOR_MB: '0',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compile-cache'),
  };
  createKeyFile(loadConfig(projectDir, env).keyFile);
  try {
    const seen = await playRefreshes({
      databaseUrls: { calm: calm.url, disturbed: disturbed.url },
      env,
      folder: logFolder() ?? folder,
      random: createRandom(SEED),
      times,
      form: 'short',
      bug,
    });
    seen.figures.forEach((figure) => console.log(figure));
    return seen;
  } finally {
    await Promise.all(databases.map((database) => database.drop()));
    await rm(folder, { recursive: true, force: true });
  }
}

// They wait for leases most of the time.
describe(
  'what is watched is refreshed in every run, asked for once, and told once',
  { concurrency: 2 },
  () => {
    it('when workers die, and when nobody is there for a day', async () => {
      assert.deepEqual((await run(REFRESH_KILLS.times.short, null)).faults, []);
    });

    async function assertFound(bug: RefreshBug, times: number, words: RegExp): Promise<void> {
      const { faults } = await run(times, bug);
      assert.ok(
        faults.some(({ detail }) => words.test(detail)),
        `${bug} was not found`,
      );
    }

    it('is not claimed when jobs are ended before their work', () =>
      assertFound('refresh-ended-early', 8, /were refreshed for organization|ended as null/));
    it('is not claimed when a search is begun again', () =>
      assertFound('refresh-searched-again', 8, /^\S+ radar .* was asked for [2-9] times/));
    it('is not claimed when the budget is forgotten', () =>
      assertFound('refresh-budget-forgotten', 0, /9 were refreshed .* with a budget of 4/));
  },
);

// The short form of what receivers do to webhooks, and the proof that a lost one would be seen. The database is that of the
// tests: it is the senders that die here.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { loadConfig } from '../../src/config.ts';
import { createKeyFile } from '../../src/platform/crypto/keyring.ts';
import { logFolder } from '../support/canaries.ts';
import { createTestDatabase, projectDir } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { createRandom } from './random.ts';
import type { Seen } from './scenario.ts';
import { playWebhooks, WEBHOOKS } from './webhooks.ts';

const SEED = 20_261_115;

describe('no event is lost on its way to a receiver', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'farol-webhooks-'));
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(wish: { times: number; isPlanted: boolean }): Promise<Seen> {
    const env = {
      FAROL_DATABASE_URL: database.url,
      FAROL_DATA_DIR: folder,
      FAROL_LOG_LEVEL: 'info',
      FAROL_DISK_FLOOR_MB: '0',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compile-cache'),
    };
    const config = loadConfig(projectDir, env);
    createKeyFile(config.keyFile);
    const seen = await playWebhooks({
      config,
      databaseUrl: database.url,
      env,
      folder: logFolder() ?? folder,
      random: createRandom(SEED),
      form: 'short',
      ...wish,
    });
    seen.figures.forEach((figure) => console.log(figure));
    return seen;
  }

  it('whoever receives, whoever dies, and however long it takes', async () => {
    const { faults } = await run({ times: WEBHOOKS.times.short, isPlanted: false });
    assert.deepEqual(faults, []);
  });

  it('is not claimed when events count as delivered once they are taken up', async () => {
    const { faults } = await run({ times: 1, isPlanted: true });
    assert.ok(
      faults.some(({ detail }) => detail.includes('DELIVERED and was taken 0 times')),
      'nothing was found',
    );
  });
});

// The short form of what receivers do to webhooks, and the proof that a lost one would be seen. The database is that of the
// tests: it is the senders that die here.
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
import type { Seen } from './scenario.ts';
import { playWebhooks, WEBHOOKS } from './webhooks.ts';

const SEED = 20_261_115;

/** A database and a folder of its own, so that several can be played at once. */
async function run(wish: { times: number; isPlanted: boolean }): Promise<Seen> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'farol-webhooks-'));
  const env = {
    FAROL_DATABASE_URL: database.url,
    FAROL_DATA_DIR: folder,
    FAROL_LOG_LEVEL: 'info',
    FAROL_DISK_FLOOR_MB: '0',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compile-cache'),
  };
  const config = loadConfig(projectDir, env);
  createKeyFile(config.keyFile);
  try {
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
  } finally {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

// Senders wait for what is due, and for each other's deadlines, most of the time.
describe('no event is lost on its way to a receiver', { concurrency: 2 }, () => {
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

// An API and a worker by themselves, as they run on machines of their own beside the operator's database.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { freePort, isReady, makeDataFolder, processesOf, spawnFarol, waitUntil } from '../support/product.ts';

describe('an API and a worker by themselves', () => {
  const folder = makeDataFolder();
  let database: TestDatabase;
  let env: Record<string, string>;
  let url: string;
  const started: ReturnType<typeof spawnFarol>[] = [];
  const start = (role: string): ReturnType<typeof spawnFarol> => {
    const one = spawnFarol([role], env);
    started.push(one);
    return one;
  };
  const commands = (role: string): string[] =>
    processesOf(folder.path)
      .map(({ command }) => command)
      .filter((command) => command.includes('src/cli.ts') && command.includes(role));

  before(async () => {
    database = await createTestDatabase('empty');
    const port = String(await freePort());
    env = {
      FAROL_DATA_DIR: folder.path,
      FAROL_DATABASE_URL: database.url,
      FAROL_PORT: port,
      FAROL_METRICS_PORT: '0',
      FAROL_WORKER_METRICS_PORT: '0',
    };
    url = `http://127.0.0.1:${port}`;
    for (const command of [['keys', 'create'], ['migrate']]) {
      const { child, output } = spawnFarol(command, env);
      assert.deepEqual(await once(child, 'exit'), [0, null], output());
    }
  });
  after(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await waitUntil('nothing is left', () => Promise.resolve(processesOf(folder.path).length === 0));
    await database.drop();
    folder.remove();
  });

  it('are told by Node what those of a whole product are told', async () => {
    start('api');
    start('worker');
    await waitUntil('the API is ready', () => isReady(url));
    await waitUntil('the worker is there', () => Promise.resolve(commands('worker').length > 0));
    assert.match(commands('api')[0] ?? '', /--disable-proto=delete/);
    assert.match(commands('worker')[0] ?? '', /--disable-proto=delete.*--max-semi-space-size=\d+/);
  });

  it('stop when they are told to, and end with whoever started them', async () => {
    const [api, worker] = started;
    assert.ok(api !== undefined && worker !== undefined);
    const ended = once(api.child, 'exit');
    api.child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null], api.output());
    assert.equal(await isReady(url), false);
    worker.child.kill('SIGKILL');
    await waitUntil('the worker is gone', () => Promise.resolve(commands('worker').length === 0));
  });
});

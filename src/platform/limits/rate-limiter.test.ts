import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { createClock } from '../clock.ts';
import { createDatabase } from '../db/database.ts';
import type { Database } from '../db/database.ts';
import { NO_SCOPE } from '../db/scope.ts';
import { createLog } from '../log.ts';
import { createRateLimiter, removePastWindows } from './rate-limiter.ts';

const log = createLog({ level: 'silent', process: 'test' });
const WINDOW_MS = 100_000;
const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

describe('rate limits', () => {
  const clock = createClock();
  let test: TestDatabase;
  let databases: Database[];
  before(async () => {
    test = await createTestDatabase();
    databases = [1, 2, 3].map((number) =>
      createDatabase({
        url: test.url,
        role: 'farol_app',
        processName: `node ${number}`,
        poolSize: 2,
        statementTimeoutMs: 2000,
        clock,
        log,
      }),
    );
  });
  after(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await test.drop();
  });
  /** So that no test straddles two windows. */
  const startOfWindow = (): void => clock.advance(WINDOW_MS - (clock.nowMs() % WINDOW_MS) + 10);
  const policy = { name: 'reads', quota: 1000, windowSeconds: WINDOW_MS / 1000 };

  it('admits exactly the policy when three nodes share it', async () => {
    startOfWindow();
    const nodes = databases.map((database) => createRateLimiter({ database, clock, hashKey }));
    const verdicts = await Promise.all(
      Array.from({ length: 3000 }, async (_, index) => nodes[index % 3]?.take('caller', policy)),
    );
    assert.equal(verdicts.filter((verdict) => verdict?.allowed === true).length, 1000);
    assert.ok(verdicts.every((verdict) => (verdict?.resetSeconds ?? 0) >= 1));
  });

  it('leaves at most one block per node unused', async () => {
    startOfWindow();
    const nodes = databases.map((database) => createRateLimiter({ database, clock, hashKey }));
    await Promise.all(nodes.slice(1).map(async (node) => node.take('uneven', policy)));
    let admitted = 2;
    while ((await nodes[0]?.take('uneven', policy))?.allowed === true) {
      admitted += 1;
    }
    assert.ok(admitted <= 1000 && admitted >= 1000 - 3 * 20, `${admitted} admitted`);
  });

  it('asks the database far less often than it answers', async () => {
    startOfWindow();
    const [database] = databases;
    assert.ok(database);
    const node = createRateLimiter({ database, clock, hashKey });
    const transactionsBefore = database.counters.transactions;
    for (let count = 0; count < 1000; count += 1) {
      await node.take('frugal', policy);
    }
    assert.equal(database.counters.transactions - transactionsBefore, 50);
  });

  it('counts small limits exactly and starts anew with the next window', async () => {
    startOfWindow();
    const [database] = databases;
    assert.ok(database);
    const node = createRateLimiter({ database, clock, hashKey });
    const small = { name: 'login', quota: 3, windowSeconds: WINDOW_MS / 1000 };
    const allowed = async (): Promise<boolean> => (await node.take('someone', small)).allowed;
    assert.deepEqual(
      [await allowed(), await allowed(), await allowed(), await allowed()],
      [true, true, true, false],
    );
    clock.advance(WINDOW_MS);
    assert.equal(await allowed(), true);
  });

  it('keeps keys and policies apart, and nothing readable in the database', async () => {
    startOfWindow();
    const [database] = databases;
    assert.ok(database);
    const node = createRateLimiter({ database, clock, hashKey });
    const one = { name: 'one', quota: 1, windowSeconds: WINDOW_MS / 1000 };
    assert.equal((await node.take('a', one)).allowed, true);
    assert.equal((await node.take('a', one)).allowed, false);
    assert.equal((await node.take('b', one)).allowed, true);
    assert.equal((await node.take('a', { ...one, name: 'two' })).allowed, true);
    const rows = (await test.admin(`select encode(key, 'escape') as key from farol.rate_windows`)) as {
      key: string;
    }[];
    assert.ok(rows.every(({ key }) => !key.includes('caller') && !key.includes('someone')));
  });

  it('removes windows that have passed and keeps the present ones', async () => {
    startOfWindow();
    const [database] = databases;
    assert.ok(database);
    await createRateLimiter({ database, clock, hashKey }).take('present', policy);
    await database.transaction(NO_SCOPE, removePastWindows);
    const rows = await test.admin('select from farol.rate_windows');
    assert.equal(rows.length, 1);
  });
});

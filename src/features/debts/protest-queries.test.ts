import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import type { Document } from '../../documents/document.ts';
import { createClock } from '../../platform/clock.ts';
import { createDatabase } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { createLog } from '../../platform/log.ts';
import { listProtests } from './protest-queries.ts';

const COMPANY = '11222333000181' as Document;

describe('protests', () => {
  let bed: TestDatabase;
  let database: Database;
  before(async () => {
    bed = await createTestDatabase();
    database = createDatabase({
      url: bed.url,
      role: 'farol_app',
      processName: 'test',
      poolSize: 1,
      statementTimeoutMs: 10_000,
      clock: createClock(),
      log: createLog({ level: 'silent', process: 'test' }),
    });
  });
  after(async () => {
    await database.close();
    await bed.drop();
  });
  const list = () => database.transaction(NO_SCOPE, (tx) => listProtests(tx, COMPANY));

  it('are not checked before anything was imported', async () => {
    const { outcome, count, totalValue } = await list();
    assert.deepEqual([outcome, count, totalValue], ['NOT_CHECKED', 0, '0.00']);
  });

  it('of a company are the live ones of all its establishments', async () => {
    await bed.admin(
      `insert into registry.protests (root, source, protest_key, document, value, is_live, fetched_at) values
         ('11222333', 'protests', 'a', '11222333000181', 10.5, true, now()),
         ('11222333', 'protests', 'b', '11222333000262', null, true, now()),
         ('11222333', 'protests', 'c', '11222333000181', 99, false, now())`,
    );
    const { outcome, count, totalValue, protests } = await list();
    assert.deepEqual([outcome, count, totalValue], ['FOUND', 2, '10.50']);
    assert.deepEqual(
      protests.map(({ document, value }) => [document, value]),
      [
        ['11222333000181', '10.50'],
        ['11222333000262', null],
      ],
    );
  });
});

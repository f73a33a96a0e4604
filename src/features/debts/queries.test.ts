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
import { listDebts } from './index.ts';
import type { DebtsFound } from './index.ts';
import { debtStateOf } from './rules.ts';

const ROWS = `
  insert into registry.debts (root, document, name_key, name, register, inscription, situation_kind, value) values
    ('***982247**', '***982247**', 'JOANA INVENTADA', 'JOANA INVENTADA', 'general', '1', 'Em cobrança', 100.10),
    ('***982247**', '***982247**', 'OUTRA PESSOA', 'OUTRA PESSOA', 'general', '2', 'Garantia', 7),
    ('11222333', '11222333000181', null, 'JOANA INVENTADA 52998224725', 'severance-fund', '3', 'Benefício Fiscal', 5.05),
    ('11222333', '11222333000262', null, 'X', 'general', '4', null, null)`;

describe('debts', () => {
  let test: TestDatabase;
  let database: Database;
  before(async () => {
    test = await createTestDatabase();
    await test.admin(ROWS);
    await test.admin(`insert into registry.imports (source, state, ended_at) values ('pgfn', 'done', now())`);
    database = createDatabase({
      url: test.url,
      role: 'farol_app',
      processName: 'test',
      poolSize: 2,
      statementTimeoutMs: 5000,
      clock: createClock(),
      log: createLog({ level: 'silent', process: 'test' }),
    });
  });
  after(async () => {
    await database.close();
    await test.drop();
  });
  const ask = (document: string, name: string | null): Promise<DebtsFound> =>
    database.transaction(NO_SCOPE, (tx) => listDebts(tx, document as Document, name));

  it('of a company are those of all its establishments, with names masked', async () => {
    const { outcome, count, totalValue, debts } = await ask('11222333000181', null);
    assert.deepEqual([outcome, count, totalValue], ['FOUND', 2, '5.05']);
    assert.deepEqual(
      debts.map(({ inscription, state, name }) => [inscription, state, name]),
      [
        ['4', 'UNKNOWN', 'X'],
        ['3', 'BENEFIT', 'JOANA INVENTADA ***982247**'],
      ],
    );
  });

  it('of a person are found by six digits and the name, and not looked for without it', async () => {
    const { debts, totalValue } = await ask('52998224725', 'Joana Inventada');
    assert.deepEqual([debts.map(({ inscription }) => inscription), totalValue], [['1'], '100.10']);
    assert.equal((await ask('52998224725', 'Ninguém Assim')).outcome, 'NOTHING_FOUND');
    assert.equal((await ask('52998224725', null)).outcome, 'NOT_CHECKED');
  });

  it('are in a state whatever became of the accents', () => {
    const states = [
      'Em cobrança',
      'EM COBRAN?A',
      'Benefício Fiscal',
      'Suspenso por decisão judicial',
      'Em negociação',
      'x',
    ];
    assert.deepEqual(states.map(debtStateOf), [
      'COLLECTING',
      'COLLECTING',
      'BENEFIT',
      'SUSPENDED',
      'NEGOTIATING',
      'UNKNOWN',
    ]);
  });
});

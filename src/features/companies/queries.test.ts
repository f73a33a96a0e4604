import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import type { Cnpj } from '../../documents/cnpj.ts';
import type { Cpf } from '../../documents/cpf.ts';
import { createClock } from '../../platform/clock.ts';
import { createDatabase } from '../../platform/db/database.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { createLog } from '../../platform/log.ts';
import { findCompany, listCompaniesOfCompany, listCompaniesOfPerson, listPartners } from './index.ts';

const ROWS = `
  insert into registry.companies (root, name, legal_nature, capital, size) values
    ('11222333', 'JOANA INVENTADA 52998224725', '2135', 1000, '01'),
    ('1122233A', 'VIZINHA DE RAIZ LTDA', '2062', 1, '05'),
    ('44555666', 'CONTROLADORA LTDA', '2062', null, '03');
  insert into registry.establishments (document, is_head, situation, situation_on, main_activity, city, state) values
    ('11222333000181', true, '02', '2020-01-31', '4711302', '7107', 'SP'),
    ('11222333000262', false, '08', null, null, null, 'RJ'),
    ('1122233A000100', true, '04', null, null, null, 'RJ'),
    ('44555666000100', true, '02', null, null, null, 'RJ');
  insert into registry.simples_options (root, is_simples, is_mei) values ('11222333', true, true);
  insert into registry.company_codes (kind, code, name) values
    ('legal-nature', '2135', 'Empresário (Individual)'), ('activity', '4711302', 'Comércio'), ('qualification', '49', 'Sócio');
  insert into registry.partners (root, kind, name, name_key, document, document_root, qualification, since) values
    ('11222333', '2', 'JOANA INVENTADA', 'JOANA INVENTADA', '***982247**', '***982247**', '49', '2019-10-15'),
    ('44555666', '2', 'OUTRA PESSOA', 'OUTRA PESSOA', '***982247**', '***982247**', '49', null),
    ('11222333', '1', 'CONTROLADORA LTDA', 'CONTROLADORA LTDA', '44555666000100', '44555666', '22', null)`;

describe('companies', () => {
  let test: TestDatabase;
  let database: Database;
  before(async () => {
    test = await createTestDatabase();
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
  const ask = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => database.transaction(NO_SCOPE, work);
  const record = (state: string): Promise<unknown> =>
    test.admin(`insert into registry.imports (source, state, ended_at) values ('receita', $1, now())`, [
      state,
    ]);

  it('are not checked, failed, or not there: three different things', async () => {
    assert.equal((await ask((tx) => findCompany(tx, '11222333'))).outcome, 'NOT_CHECKED');
    await record('refused');
    assert.equal((await ask((tx) => findCompany(tx, '11222333'))).outcome, 'SOURCE_FAILED');
    await record('done');
    const { outcome, freshness } = await ask((tx) => findCompany(tx, '11222333'));
    assert.equal(outcome, 'NOTHING_FOUND');
    assert.ok(freshness.importedAt instanceof Date && freshness.failedAt === null);
    await record('failed');
    const later = await ask((tx) => listPartners(tx, '11222333'));
    assert.equal(later.outcome, 'NOTHING_FOUND');
    assert.ok(later.freshness.failedAt instanceof Date);
  });

  it("show their card, with a sole trader's CPF masked", async () => {
    await test.admin(ROWS);
    const { outcome, found } = await ask((tx) => findCompany(tx, '11222333'));
    assert.equal(outcome, 'FOUND');
    assert.deepEqual(found, {
      root: '11222333',
      name: 'JOANA INVENTADA ***982247**',
      legalNature: { code: '2135', name: 'Empresário (Individual)' },
      capital: '1000.00',
      size: 'MICRO',
      isSimples: true,
      isMei: true,
      headOffice: {
        document: '11222333000181',
        tradeName: null,
        situation: 'ACTIVE',
        situationOn: '2020-01-31',
        situationReason: null,
        startedOn: null,
        mainActivity: { code: '4711302', name: 'Comércio' },
        city: { code: '7107', name: null },
        state: 'SP',
        specialSituation: null,
      },
      establishments: 2,
    });
  });

  it('tell their partners, and whose partners somebody is', async () => {
    const partners = await ask((tx) => listPartners(tx, '11222333'));
    assert.deepEqual(
      partners.found.map(({ kind, name, document }) => [kind, name, document]),
      [
        ['COMPANY', 'CONTROLADORA LTDA', '44555666000100'],
        ['PERSON', 'JOANA INVENTADA', '***982247**'],
      ],
    );
    const above = await ask((tx) => listCompaniesOfCompany(tx, '44555666000100' as Cnpj));
    assert.deepEqual(
      above.found.map(({ root, name, situation }) => [root, name, situation]),
      [['11222333', 'JOANA INVENTADA ***982247**', 'ACTIVE']],
    );
  });

  it('are found for a person by six digits and the name, never by digits alone', async () => {
    const cpf = '52998224725' as Cpf;
    const hers = await ask((tx) => listCompaniesOfPerson(tx, cpf, 'Joana  Inventáda'));
    assert.deepEqual(
      hers.found.map(({ root }) => root),
      ['11222333'],
    );
    const stranger = await ask((tx) => listCompaniesOfPerson(tx, cpf, 'Outro Nome'));
    assert.deepEqual([stranger.outcome, stranger.found], ['NOTHING_FOUND', []]);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import type { Document } from '../../documents/document.ts';
import { createClock } from '../../platform/clock.ts';
import { createDatabase } from '../../platform/db/database.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { createLog } from '../../platform/log.ts';
import { countDossier, dossierKeyOf, findCase, pageDossier } from './dossier.ts';

const CPF = '11144477735' as Document;
const COMPANY = '11222333000181' as Document;
const BRANCH = '11222333000262';
const MASK = '***444777**';

describe('the dossier of a document', () => {
  let bed: TestDatabase;
  let database: Database;
  const read = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => database.transaction(NO_SCOPE, work);
  const numberOf = (index: number): string => String(index).padStart(20, '0');

  type Row = { number: number; document: string; isCountable?: boolean; side?: string; nameKey?: string };
  const add = ({
    number,
    document,
    isCountable = true,
    side = 'PASSIVE',
    nameKey,
  }: Row): Promise<unknown[]> =>
    bed.admin(
      `insert into registry.case_parties (root, number, document, is_countable, name_key, side, is_debtor_side, natures,
         traits, is_active, outcome, facts_version, fetched_at)
       values ($1, $2, $3, $4, $5, $6, $6 = 'PASSIVE', 1, 0, true, 0, 1, now())`,
      [
        document.length === 14 ? document.slice(0, 8) : document,
        numberOf(number),
        document,
        isCountable,
        nameKey ?? null,
        side,
      ],
    );

  before(async () => {
    bed = await createTestDatabase();
    database = createDatabase({
      url: bed.url,
      role: 'farol_app',
      processName: 'test',
      poolSize: 2,
      statementTimeoutMs: 10_000,
      clock: createClock(),
      log: createLog({ level: 'silent', process: 'test' }),
    });
    for (const number of [1, 2, 3, 5]) await add({ number, document: CPF });
    await add({ number: 4, document: CPF, isCountable: false });
    await add({ number: 6, document: MASK, nameKey: 'PESSOA INVENTADA', side: 'UNKNOWN' });
    await add({ number: 3, document: MASK, nameKey: 'PESSOA INVENTADA', side: 'UNKNOWN' });
    await add({ number: 7, document: MASK, nameKey: 'OUTRA PESSOA', side: 'UNKNOWN' });
    await add({ number: 1, document: COMPANY, side: 'ACTIVE' });
    await add({ number: 1, document: BRANCH });
    await add({ number: 8, document: BRANCH, side: 'ACTIVE' });
  });
  after(async () => {
    await database.close();
    await bed.drop();
  });

  const numbersOf = async (document: Document, name: string | null, limit = 100): Promise<number[][]> => {
    const pages: number[][] = [];
    for (let from: string | null = null; ;) {
      const page = await read((tx) => pageDossier(tx, dossierKeyOf(document, name), { after: from, limit }));
      pages.push(page.cases.map(({ number }) => Number(number)));
      if (page.next === null) return pages;
      from = page.next;
    }
  };

  it('counts and lists what is countable, each number once', async () => {
    assert.equal(await read((tx) => countDossier(tx, dossierKeyOf(CPF, null))), 4);
    assert.deepEqual(await numbersOf(CPF, null), [[1, 2, 3, 5]]);
    assert.deepEqual(await numbersOf(CPF, null, 2), [
      [1, 2],
      [3, 5],
    ]);
    assert.deepEqual(await numbersOf(CPF, null, 3), [[1, 2, 3], [5]]);
  });

  it('adds masked rows of the same name, and of no other, as not classified', async () => {
    const key = dossierKeyOf(CPF, 'Pessoa  Inventada');
    assert.equal(await read((tx) => countDossier(tx, key)), 5);
    assert.deepEqual(await numbersOf(CPF, 'pessoa inventada', 2), [[1, 2], [3, 5], [6]]);
    const { cases } = await read((tx) => pageDossier(tx, key, { after: null, limit: 10 }));
    assert.deepEqual(
      cases.map(({ isByMask, side }) => [isByMask, side]),
      [...Array.from({ length: 4 }, () => [false, 'PASSIVE']), [true, 'UNKNOWN']],
    );
  });

  it('covers every establishment of a company and shows which', async () => {
    const key = dossierKeyOf(COMPANY, null);
    assert.equal(await read((tx) => countDossier(tx, key)), 2);
    const { cases } = await read((tx) => pageDossier(tx, key, { after: null, limit: 10 }));
    assert.deepEqual(
      cases.map(({ number, documents, side }) => [Number(number), documents, side]),
      [
        [1, [COMPANY, BRANCH], 'PASSIVE'],
        [8, [BRANCH], 'ACTIVE'],
      ],
    );
  });

  it('is empty for a document that stands in nothing', async () => {
    assert.equal(await read((tx) => countDossier(tx, dossierKeyOf('52998224725' as Document, null))), 0);
    assert.deepEqual(await numbersOf('52998224725' as Document, 'Alguém'), [[]]);
  });

  it('opens a case by its number with source and freshness of each record', async () => {
    await bed.admin(
      `insert into registry.case_records (number, source, degree, record_key, class_code, secrecy, movement_codes,
         movement_times, updated_at, fetched_at)
       values ($1, 'cases', 'G1', '', 1116, 0, '{26}', '{2020-01-01Z}', '2026-01-01Z', '2026-01-02Z'),
         ($1, 'datajud', 'G1', '1116_1', 1116, 0, '{}', '{}', null, '2026-01-03Z'),
         ($2, 'cases', 'G1', '', 1116, 3, '{}', '{}', null, '2026-01-03Z')`,
      [numberOf(1), numberOf(2)],
    );
    const found = await read((tx) => findCase(tx, numberOf(1)));
    assert.equal(found?.isTellable, true);
    assert.deepEqual(
      found.records.map(({ source, updatedAt, fetchedAt }) => [source, updatedAt, fetchedAt]),
      [
        ['cases', new Date('2026-01-01Z'), new Date('2026-01-02Z')],
        ['datajud', null, new Date('2026-01-03Z')],
      ],
    );
    assert.deepEqual(found.records[0]?.movements, [{ code: 26, at: new Date('2020-01-01Z') }]);
    assert.equal((await read((tx) => findCase(tx, numberOf(2))))?.isTellable, false);
    assert.equal(await read((tx) => findCase(tx, numberOf(9))), null);
  });
});

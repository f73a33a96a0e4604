import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import type { Document } from '../../documents/document.ts';
import { createClock } from '../../platform/clock.ts';
import { createDatabase } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { watch } from '../../platform/imports/fixtures/watchers.ts';
import { createRegistryMerger } from '../../platform/imports/live-merges.ts';
import type { RegistryMerger } from '../../platform/imports/live-merges.ts';
import { createLog } from '../../platform/log.ts';
import { mergeProtests } from './live-protests.ts';
import type { Protest, ProtestReport } from './ports.ts';
import { listProtests } from './protest-queries.ts';

const COMPANY = '11222333000181' as Document;
const BRANCH = '11222333000262' as Document;
const at = (day: number): Date => new Date(Date.UTC(2026, 10, day));

function aProtest(key: string, parts: Partial<Protest> = {}): Protest {
  return {
    key,
    document: COMPANY,
    root: '11222333',
    office: '1º Tabelião',
    city: 'SAO PAULO',
    state: 'SP',
    protestedOn: null,
    dueOn: null,
    value: '10.00',
    kind: null,
    presenter: null,
    creditor: null,
    isLive: true,
    rest: null,
    updatedAt: at(1),
    ...parts,
  };
}

function aReport(protests: Protest[], parts: Partial<ProtestReport> = {}): ProtestReport {
  const doc = { kind: 'CNPJ', value: COMPANY } as const;
  return { doc, count: protests.length, total: null, isWhole: true, protests, ...parts };
}

describe('protests of a live source', () => {
  let bed: TestDatabase;
  let database: Database;
  let merger: RegistryMerger;
  let told = 0;
  before(async () => {
    bed = await createTestDatabase();
    const clock = createClock();
    const log = createLog({ level: 'silent', process: 'test' });
    const role = 'farol_app';
    const rest = { processName: 'test', poolSize: 1, statementTimeoutMs: 10_000, clock, log };
    database = createDatabase({ url: bed.url, role, ...rest });
    const watcher = watch({ roots: [COMPANY.slice(0, 8)] }, () => {
      told += 1;
      return Promise.resolve();
    });
    merger = createRegistryMerger({ databaseUrl: bed.url, clock, watchers: [watcher] });
  });
  after(async () => {
    await merger.close();
    await database.close();
    await bed.drop();
  });
  const merge = (report: ProtestReport, day: number) =>
    mergeProtests(merger, report, { source: 'infosimples', coverage: ['SP'], fetchedAt: at(day) });
  const list = () => database.transaction(NO_SCOPE, (tx) => listProtests(tx, COMPANY));

  it('are told, and the same answer again writes nothing and tells nobody', async () => {
    const report = aReport([aProtest('a', { rest: { note: 'x' } }), aProtest('b', { value: '5.50' })]);
    assert.deepEqual(await merge(report, 2), { protests: { added: 2, changed: 0, removed: 0 } });
    const { outcome, count, totalValue, checked } = await list();
    assert.deepEqual([outcome, count, totalValue], ['FOUND', 2, '15.50']);
    assert.deepEqual(checked, [{ source: 'infosimples', coverage: ['SP'], isWhole: true, fetchedAt: at(2) }]);
    const versions = () => bed.admin('select protest_key, xmin::text from registry.protests order by 1');
    const earlier = await versions();
    assert.deepEqual(await merge(report, 3), { protests: { added: 0, changed: 0, removed: 0 } });
    assert.deepEqual(await versions(), earlier);
    assert.equal(told, 1);
    assert.deepEqual((await list()).checked[0]?.fetchedAt, at(3), 'that it was looked at is known');
  });

  it('end when a whole answer does not name them any more, and not for a part of one', async () => {
    await merge(aReport([aProtest('b', { value: '5.50' })], { isWhole: false, count: 40 }), 4);
    assert.equal((await list()).count, 2);
    assert.deepEqual(await merge(aReport([aProtest('b', { value: '5.50' })]), 5), {
      protests: { added: 0, changed: 1, removed: 0 },
    });
    assert.equal((await list()).count, 1);
    await merge(aReport([aProtest('a')]), 4);
    assert.equal((await list()).protests[0]?.value, '5.50', 'an answer that is overtaken changes nothing');
    await merge(aReport([]), 6);
    const { outcome, count, checked } = await list();
    assert.deepEqual([outcome, count, checked.length], ['NOTHING_FOUND', 0, 1]);
  });

  it('stand for the same protests of a file, in the states they cover and no others', async () => {
    await bed.admin(
      `insert into registry.protests (root, source, protest_key, document, state, value, is_live, updated_at, fetched_at)
       values ('11222333', 'protests', 'same', $1, 'SP', 10, true, $3, now()),
         ('11222333', 'protests', 'elsewhere', $1, 'RJ', 7, true, $3, now()),
         ('11222333', 'protests', 'newer', $1, 'SP', 9, true, $4, now()),
         ('11222333', 'protests', 'branch', $2, 'SP', 1, true, $3, now())`,
      [COMPANY, BRANCH, at(1), at(20)],
    );
    await merge(aReport([aProtest('a')]), 10);
    const { protests, totalValue } = await list();
    assert.deepEqual(
      protests.map(({ value }) => value),
      ['10.00', '1.00', '7.00', '9.00'],
    );
    assert.equal(totalValue, '27.00');
    await merge(aReport([aProtest('a')], { isWhole: false, count: 30 }), 11);
    assert.equal((await list()).count, 4, "of a part, the file's own count instead");
  });

  it('are refused whole when one of them is of another document', () => {
    assert.throws(() => merge(aReport([aProtest('a', { document: BRANCH })]), 12), TypeError);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { createClock } from '../../platform/clock.ts';
import type { ChangeCounts } from '../../platform/imports/definition.ts';
import { watch } from '../../platform/imports/fixtures/watchers.ts';
import { createRegistryMerger } from '../../platform/imports/live-merges.ts';
import type { RegistryMerger } from '../../platform/imports/live-merges.ts';
import { aParty, aRecord, CIVIL_NUMBER, CPF, moves, OTHER_CPF } from './fixtures/records.ts';
import { mergeCases } from './live-merge.ts';
import type { CaseRecord } from './ports.ts';

const FETCHED = new Date('2026-11-15T12:00:00Z');
const NUMBER_2 = '00008323520208260101';
type Change = { root: string; number: string; is_new: boolean; is_closed: boolean | null };

describe('a live merge', () => {
  let bed: TestDatabase;
  let merger: RegistryMerger;
  let told: Change[] = [];
  let isWatcherFailing = false;
  const watcher = watch({ roots: [CPF, OTHER_CPF] }, async (tx, { importId, source }) => {
    assert.equal(importId, null);
    const rows = await tx.query<Change>(
      `select c.root, c.number, not c.was_told as is_new, c.was_active and not c.is_active as is_closed
       from pg_temp.import_changes i join case_changes c on (c.root, c.number) = (i.root, i.number)
       order by i.number, i.root`,
    );
    told.push(...rows);
    if (isWatcherFailing) throw new Error(`the watcher of ${source} fails`);
  });
  before(async () => {
    bed = await createTestDatabase();
    merger = createRegistryMerger({ databaseUrl: bed.url, clock: createClock(), watchers: [watcher] });
  });
  after(async () => {
    await merger.close();
    await bed.drop();
  });

  const merge = async (...records: Partial<CaseRecord>[]): Promise<ChangeCounts> => {
    told = [];
    const source = records[0]?.source ?? 'judit';
    const whole = records.map((record) => aRecord({ source, ...record }));
    return mergeCases(merger, whole, { source, fetchedAt: FETCHED });
  };
  const rows = async (table: string): Promise<string[]> => {
    const found = (await bed.admin(`select to_jsonb(t)::text || t.xmin as row from registry.${table} t`)) as {
      row: string;
    }[];
    return found.map(({ row }) => row).toSorted();
  };
  const parties = (): Promise<unknown[]> =>
    bed.admin(
      `select document, number, side, is_active from registry.case_parties order by number, document`,
    );
  const first = {
    parties: [aParty(CPF)],
    value: '10.50',
    rest: { area: 'Cível' },
    updatedAt: new Date('2026-11-01T00:00:00Z'),
  };

  it('brings cases with the facts derived from them, and tells the watchers', async () => {
    const { case_records: records, case_parties: documents } = await merge(first, {
      ...first,
      number: NUMBER_2,
      movements: moves(26, 22),
    });
    assert.deepEqual([records?.added, documents?.added], [2, 2]);
    assert.deepEqual(await parties(), [
      { document: CPF, number: CIVIL_NUMBER, side: 'PASSIVE', is_active: true },
      { document: CPF, number: NUMBER_2, side: 'PASSIVE', is_active: false },
    ]);
    assert.deepEqual(
      told.map(({ number, is_new }) => [number, is_new]),
      [
        [CIVIL_NUMBER, true],
        [NUMBER_2, true],
      ],
    );
    const [row] = (await bed.admin(
      `select source, fetched_at, import_id from registry.case_records where number = $1`,
      [NUMBER_2],
    )) as { source: string; fetched_at: Date; import_id: string | null }[];
    assert.deepEqual(row, { source: 'judit', fetched_at: FETCHED, import_id: null });
  });

  it('writes nothing and tells nobody when the same facts come again', async () => {
    const earlier = [await rows('case_records'), await rows('case_parties')];
    const second = { ...first, updatedAt: new Date('2026-11-14T00:00:00Z') };
    const { case_records: records } = await merge(second, second, {
      ...second,
      number: NUMBER_2,
      movements: moves(26, 22),
    });
    assert.deepEqual(records, { added: 0, changed: 0, removed: 0 });
    assert.deepEqual([await rows('case_records'), await rows('case_parties')], earlier);
    assert.deepEqual(told, []);
  });

  it('adds a degree beside those that were known, and keeps the side of the lowest', async () => {
    await merge({ ...first, degree: 'G2', parties: [aParty(CPF, 'ACTIVE'), aParty(OTHER_CPF, 'PASSIVE')] });
    assert.equal((await rows('case_records')).length, 3);
    const [own, other] = (await parties()) as { document: string; side: string }[];
    assert.deepEqual(
      [own?.document, own?.side, other?.document, other?.side],
      [OTHER_CPF, 'PASSIVE', CPF, 'PASSIVE'],
    );
    assert.deepEqual(
      told.map(({ root, is_new }) => [root, is_new]),
      [[OTHER_CPF, true]],
    );
  });

  it('replaces what it said of a degree, parties that are gone included', async () => {
    const extra = { ...first, degree: 'G2', recordKey: '198', classCode: 198, parties: [] };
    await merge({ ...first, degree: 'G2', parties: [aParty(OTHER_CPF, 'PASSIVE')] }, extra);
    assert.equal((await rows('case_records')).length, 4);
    const counts = await merge({ ...first, degree: 'G2', parties: [aParty(CPF, 'ACTIVE')] });
    assert.deepEqual(counts['case_records'], { added: 0, changed: 1, removed: 1 });
    assert.deepEqual(
      ((await parties()) as { document: string }[]).map(({ document }) => document),
      [CPF, CPF],
    );
  });

  it('leaves out what is older than what is served', async () => {
    const earlier = await rows('case_records');
    await merge({ ...first, value: '99.00', updatedAt: new Date('2026-10-01T00:00:00Z') });
    assert.deepEqual(await rows('case_records'), earlier);
  });

  it('derives facts from all sources together and leaves the records of others alone', async () => {
    await merge({ ...first, source: 'cases', parties: [], movements: moves(26, 22) });
    const [own] = (await parties()) as { is_active: boolean }[];
    assert.equal(own?.is_active, false, 'the other source knows that it was closed');
    assert.ok(told.some(({ number, is_closed }) => number === CIVIL_NUMBER && is_closed === true));
    await merge({ ...first, value: '20.00' });
    const [again] = (await parties()) as { is_active: boolean }[];
    assert.equal(again?.is_active, false);
    assert.equal((await rows('case_records')).length, 4);
  });

  it('keeps nothing when a watcher fails, and works on afterwards', async () => {
    const earlier = [await rows('case_records'), await rows('case_parties')];
    isWatcherFailing = true;
    await assert.rejects(merge({ ...first, value: '30.00' }), /the watcher of judit fails/);
    isWatcherFailing = false;
    assert.deepEqual([await rows('case_records'), await rows('case_parties')], earlier);
    assert.equal((await merge({ ...first, value: '30.00' }))['case_records']?.changed, 1);
  });

  it('opens a new connection when the database ended the one it had', async () => {
    const ours = `from pg_stat_activity where datname = current_database() and application_name = 'farol live merges'`;
    await bed.admin(`select pg_terminate_backend(pid) ${ours}`);
    await eventually(async () => (await bed.admin(`select ${ours}`)).length === 0, 10_000);
    await merge({ ...first, value: '40.00' }).catch(() => undefined);
    const { case_records: records } = await merge({ ...first, value: '50.00' });
    assert.equal(records?.changed, 1);
  });

  it('works under a role that reaches neither tenants nor snapshots, and cannot change the tables', async () => {
    for (const statement of [
      'select from farol.organizations',
      'delete from registry.companies',
      'insert into registry.imports (source, state) values ($$x$$, $$done$$)',
      'alter table registry.case_records add column x int',
      'drop table registry.case_parties',
    ]) {
      await assert.rejects(
        merger.merge({ source: 'judit', fetchedAt: FETCHED }, async (tx) => {
          await tx.query(statement);
          return {};
        }),
        /permission denied|must be owner/,
        statement,
      );
    }
  });

  it('takes what two workers bring of one case at the same time, one after the other', async () => {
    const other = createRegistryMerger({ databaseUrl: bed.url, clock: createClock(), watchers: [] });
    const number = '00008323520208260102';
    const bring = (through: RegistryMerger, source: string, document: string, degree: string) =>
      mergeCases(through, [aRecord({ number, source, degree, parties: [aParty(document)] })], {
        source,
        fetchedAt: FETCHED,
      });
    await Promise.all([
      bring(merger, 'judit', CPF, 'G1'),
      bring(other, 'judit', OTHER_CPF, 'G2'),
      bring(merger, 'cases', CPF, 'G1'),
      bring(other, 'judit', CPF, 'G1'),
    ]);
    await other.close();
    const known = await bed.admin(
      `select (select count(*)::int from registry.case_records where number = $1) as records,
         (select array_agg(document order by document) from registry.case_parties where number = $1) as documents`,
      [number],
    );
    assert.deepEqual(known, [{ records: 3, documents: [OTHER_CPF, CPF] }]);
  });

  it('refuses records under a name that is not theirs', () => {
    assert.throws(
      () => mergeCases(merger, [aRecord({ source: 'cases' })], { source: 'judit', fetchedAt: FETCHED }),
      TypeError,
    );
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { cpfAt, startRadarApi } from '../../../test/support/radars.ts';
import type { RadarApi, RadarLink } from '../../../test/support/radars.ts';
import { maskDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { grantScope } from '../../platform/db/scope.ts';
import { pageStatement } from './queries.ts';

const LIST = '/v2/organizations/1/radars';
const MANY = 2500;
const COMPANY = '90000015000142';

describe('listing radars', () => {
  let test: RadarApi;
  let demo: string;
  before(async () => {
    test = await startRadarApi();
    demo = (await logIn(test)).token;
    noteCanary(cpfAt(1), cpfAt(2), COMPANY);
  });
  after(() => test.close());
  const codes = (links: readonly RadarLink[]): string[] => links.map(({ radar }) => radar.code);

  it('answers an empty list where there is no radar', async () => {
    assert.equal((await test.send(demo, 'GET', LIST)).body, '[]');
    const ndjson = await test.send(demo, 'GET', '/v1/organization/1/radars/export?format=ndjson');
    assert.equal(ndjson.body, '');
  });

  it('has the fields of the contract, newest first unless told', async () => {
    for (const index of [1, 2, 3]) await test.add(demo, cpfAt(index), { name: `"Aspas" \\ ${index} =1` });
    await test.database.admin(
      `update farol.radars set primed_at = '2026-01-31T01:30:15.9Z' where document = $1`,
      [cpfAt(1)],
    );
    const list = await test.radars(demo);
    assert.deepEqual(codes(list), [cpfAt(3), cpfAt(2), cpfAt(1)]);
    const link = list[2];
    assert.deepEqual(link, {
      id: link?.id,
      radar: {
        id: link?.id,
        code: cpfAt(1),
        name: '"Aspas" \\ 1 =1',
        type: 'CPF',
        createdAt: link?.createdAt,
        active: true,
        preProcessedAt: '2026-01-30T22:30:15',
        typeCustomer: 'INDIVIDUAL',
      },
      createdAt: link?.createdAt,
    });
    assert.ok(Math.abs(link.createdAt - test.clock.nowMs()) < 60_000);
    for (const order of ['ASC', 'asc']) {
      assert.deepEqual(codes(await test.radars(demo, `?order=${order}`)), codes(list).toReversed());
    }
    for (const order of ['DESC', 'desc']) {
      assert.deepEqual(await test.radars(demo, `?order=${order}`), list);
    }
    const one = await test.send(demo, 'GET', `/v1/organization/1/radars/${link.id}`);
    assert.deepEqual(one.json(), link);
  });

  it('refuses other orders, limits and cursors, whoever asks', async () => {
    for (const query of [
      '?order=Asc',
      '?order=',
      '?order=ASC&order=ASC',
      '?limit=0',
      '?limit=10001',
      '?limit=x',
      '?after=!',
      '?after=MS4y.',
      '?after=',
    ]) {
      assertErrorAnswer(await test.send(demo, 'GET', `${LIST}${query}`), 400);
      assertErrorAnswer(await test.send(demo, 'GET', `/v2/organizations/3/radars${query}`), 400);
    }
  });

  it('pages by a Link header, in both orders, and streams the same without a limit', async () => {
    await test.database.admin(
      `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id, primed_at, created_at)
       select 1, 0, lpad(i::text, 11, '0'), lpad(i::text, 11, '0'), 'Radar ' || i, 'CPF', 1, now(),
         -- Several of each moment, so that the id tells them apart.
         now() - make_interval(secs => i / 7)
       from generate_series(1, $1::int) i`,
      [MANY],
    );
    for (const order of ['ASC', 'DESC']) {
      const whole = await test.radars(demo, `?order=${order}`);
      assert.equal(new Set(whole.map(({ id }) => id)).size, MANY + 3);
      const paged: RadarLink[] = [];
      let url: string | undefined = `${LIST}?order=${order}&limit=700`;
      while (url !== undefined) {
        const page = await test.send(demo, 'GET', url);
        paged.push(...page.json<RadarLink[]>());
        url = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
      }
      assert.deepEqual(paged, whole);
    }
    const last = await test.send(demo, 'GET', `${LIST}?limit=${MANY + 3}`);
    assert.equal(last.headers['link'], undefined);
    const head = await test.send(demo, 'HEAD', LIST);
    assert.deepEqual([head.statusCode, head.body], [200, '']);
  });

  it('masks the documents when asked to, on every page', async () => {
    const masked = await test.radars(demo, '?order=ASC&documents=masked');
    const whole = await test.radars(demo, '?order=ASC');
    assert.deepEqual(
      codes(masked),
      codes(whole).map((code) => maskDocument(code as Document)),
    );
    const page = await test.send(demo, 'GET', `${LIST}?limit=1&documents=masked`);
    assert.match(String(page.headers['link']), /&documents=masked&after=/);
    await test.add(demo, COMPANY);
    const [company] = await test.radars(demo, '?limit=1&documents=masked');
    assert.equal(company?.radar.code, maskDocument(COMPANY as Document));
    await test.send(demo, 'DELETE', `/v1/organization/1/radars/${company.id}`);
    assertErrorAnswer(await test.send(demo, 'GET', `${LIST}?documents=x`), 400);
  });

  it('goes through the index whatever the number of radars', async () => {
    await test.database.admin('analyze farol.radars');
    const { sql, values } = pageStatement({ organizationId: 1, order: 'DESC', after: null, limit: 100 });
    const plan = await test.api.database.transaction(grantScope([1]), (tx) =>
      tx.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values),
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(text, /Index Scan Backward using radars_in_order/);
    assert.match(text, /Index Cond: .*ROW\(created_at, id\) </);
    assert.doesNotMatch(text, /Sort/);
  });

  it('leaves out removed radars, and puts every reading on record', async () => {
    const { id } = await test.radarOf(demo, cpfAt(1));
    assert.equal((await test.send(demo, 'DELETE', `/v1/organization/1/radars/${id}`)).statusCode, 200);
    assert.ok(!codes(await test.radars(demo)).includes(cpfAt(1)));
    assertErrorAnswer(await test.send(demo, 'GET', `/v1/organization/1/radars/${id}`), 404);
    assert.ok((await test.count(`farol.audit_records where action = 'radars.list'`)) > 5);
    const read = `farol.audit_records where action = 'radar.read' and subject = 'radar ${id}'`;
    assert.equal(await test.count(`${read} and length(document_hash) = 32`), 1);
    assert.equal(await test.count(`farol.audit_records where action = 'radar.read.none'`), 1);
  });
});

describe('exporting radars', () => {
  it('writes CSV without formulas and NDJSON, which can be added elsewhere as they are', async () => {
    const test = await startRadarApi();
    try {
      const [demo, other] = [(await logIn(test)).token, (await logIn(test, 'other')).token];
      const names = ['=1+1', '+55 11', '-x', '@home', 'Silva, "Zé"', "D'Ávila", '\uFF1D1', "'=quoted"];
      for (const [index, name] of names.entries()) await test.add(demo, cpfAt(index), { name });
      const csv = await test.send(demo, 'GET', '/v1/organization/1/radars/export?format=csv');
      assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8');
      assert.equal(csv.headers['content-disposition'], 'attachment; filename="radars-1.csv"');
      const [header, first, , , , fifth] = csv.body.split('\r\n');
      assert.equal(header, 'id,code,name,type,active,createdAt,preProcessedAt');
      assert.match(first ?? '', /^\d+,\d{11},'=1\+1,CPF,true,\d{4}-\d\d-\d\dT[\d:.]{12}Z,$/);
      assert.ok(fifth?.includes('"Silva, ""Zé"""'));
      assert.ok(csv.body.endsWith('\r\n'));
      assert.doesNotMatch(csv.body, /(^|,|")[=+@\uFF1D-]/m);
      const ndjson = await test.send(demo, 'GET', '/v1/organization/1/radars/export?format=ndjson');
      const items = ndjson.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { name: string; code: string });
      assert.deepEqual(
        items.map(({ name }) => name),
        names,
      );
      const added = await test.bulk(other, ndjson.body, 'application/x-ndjson', 3);
      assert.equal(added.json().added, names.length);
      const again = await test.bulk(other, csv.body, 'text/csv', 3);
      assert.deepEqual([again.json().renamed, again.json().refused], [names.length, 0]);
      const kept = await test.radars(other, '?order=ASC', 3);
      // A name that itself begins like a guarded cell cannot be told from one.
      assert.deepEqual(kept.map(({ radar }) => radar.name).slice(0, -1), names.slice(0, -1));
      for (const query of ['', '?format=xlsx', '?format=CSV']) {
        assertErrorAnswer(await test.send(demo, 'GET', `/v1/organization/1/radars/export${query}`), 400);
      }
      assert.equal(await test.count(`farol.audit_records where action = 'radars.export'`), 2);
    } finally {
      await test.close();
    }
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { cpfAt, startRadarApi } from '../../../test/support/radars.ts';
import type { RadarApi } from '../../../test/support/radars.ts';

type Line = { line: number; result: string; radarId: number; reason: string };
type Report = { total: number; added: number; renamed: number; refused: number; lines: Line[] };

const CNPJ = '11222333000181';

describe('adding many radars', () => {
  let test: RadarApi;
  let demo: string;
  before(async () => {
    test = await startRadarApi();
    demo = (await logIn(test)).token;
    noteCanary(cpfAt(1), cpfAt(2), 'Nome secreto');
  });
  after(() => test.close());
  const charges = (): Promise<number> => test.count(`farol.ledger_entries where kind = 'charge'`);
  const outcomes = ({ lines }: Report): [number, string, string][] =>
    lines.map(({ line, result, reason }) => [line, result, reason]);

  it('reports every line of a JSON array, and charges the new ones', async () => {
    const earlier = await charges();
    const body = [
      { name: 'Nome secreto', code: cpfAt(1), type: 'CPF' },
      { name: 'Firma', code: '11.222.333/0001-81', type: 'CNPJ' },
      { name: 'Nome', code: '11144477736', type: 'CPF' },
      { name: 'Nome', code: cpfAt(2), type: 'CNPJ' },
      { name: ' ', code: cpfAt(2), type: 'CPF' },
      { name: 'Nome', code: cpfAt(2), type: 'CPF', more: 1 },
      null,
      [],
      7,
      { name: 'De novo', code: cpfAt(1), type: 'CPF' },
    ];
    const report = (await test.bulk(demo, JSON.stringify(body), 'application/json')).json<Report>();
    assert.deepEqual([report.total, report.added, report.renamed, report.refused], [10, 2, 1, 7]);
    const fields = 'a line has the fields name, code and type, and no others';
    assert.deepEqual(outcomes(report), [
      [1, 'added', ''],
      [2, 'added', ''],
      [3, 'refused', 'code is not a valid CPF or CNPJ'],
      [4, 'refused', 'type must be CPF or CNPJ and fit code'],
      [5, 'refused', 'name must have 1 to 200 characters'],
      [6, 'refused', fields],
      [7, 'refused', fields],
      [8, 'refused', fields],
      [9, 'refused', fields],
      [10, 'renamed', ''],
    ]);
    assert.equal(await charges(), earlier + 2);
    const { id, radar } = await test.radarOf(demo, cpfAt(1));
    assert.deepEqual([report.lines[0]?.radarId, report.lines[9]?.radarId, radar.name], [id, id, 'De novo']);
    assert.equal(await test.count(`farol.audit_records where action = 'radar.add'`), 2);
  });

  it('reads NDJSON line by line', async () => {
    const body = [
      JSON.stringify({ name: 'A', code: cpfAt(3), type: 'CPF' }),
      '',
      '{"name":',
      JSON.stringify({ name: 'Firma', code: CNPJ, type: 'CNPJ' }),
    ].join('\n');
    const report = (await test.bulk(demo, body, 'application/x-ndjson; charset=utf-8')).json<Report>();
    assert.deepEqual(outcomes(report), [
      [1, 'added', ''],
      [3, 'refused', 'the line is not valid JSON'],
      [4, 'renamed', ''],
    ]);
  });

  it('reads CSV as spreadsheets write it', async () => {
    const csv = [
      '\uFEFF"type";"name";"code"',
      `CPF;"Silva; ""Zé""";${cpfAt(4)}`,
      `CPF;"Duas`,
      `linhas";${cpfAt(5)}`,
      '',
      `CPF;'=guarded;${cpfAt(6)}`,
      `CPF;only two`,
    ].join('\r\n');
    const report = (await test.bulk(demo, csv, 'text/csv')).json<Report>();
    assert.deepEqual(outcomes(report), [
      [2, 'added', ''],
      [3, 'refused', 'name must have 1 to 200 characters'],
      [6, 'added', ''],
      [7, 'refused', 'code is not a valid CPF or CNPJ'],
    ]);
    assert.equal((await test.radarOf(demo, cpfAt(4))).radar.name, 'Silva; "Zé"');
    assert.equal((await test.radarOf(demo, cpfAt(6))).radar.name, '=guarded');
    const open = (await test.bulk(demo, 'name,code,type\nA,1,"CPF', 'text/csv')).json<Report>();
    assert.deepEqual([open.total, open.refused], [1, 1]);
  });

  it('refuses as a whole what is no list', async () => {
    for (const [body, type] of [
      ['{}', 'application/json'],
      ['[', 'application/json'],
      ['[{"name":"a","name":"b"}]', 'application/json'],
      ['nome,documento\n', 'text/csv'],
      [' ', 'text/csv'],
      ['\n\n', 'application/x-ndjson'],
      ['\n'.repeat(100_003), 'application/x-ndjson'],
      ['x\n'.repeat(100_003), 'application/x-ndjson'],
    ] as const) {
      assertErrorAnswer(await test.bulk(demo, body, type), 400);
      assertErrorAnswer(await test.bulk(demo, body, type, 3), 400);
    }
    for (const type of ['text/plain', 'text/csv; charset=latin1', 'application/ndjson']) {
      assertErrorAnswer(await test.bulk(demo, 'name,code,type', type), 415);
    }
    assertErrorAnswer(await test.bulk(demo, 'x'.repeat(16 * 1_048_576 + 1), 'text/csv'), 413);
    assertErrorAnswer(await test.bulk(demo, `["${'x'.repeat(16 * 1_048_576)}"]`, 'application/json'), 413);
    const latin = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/radars/bulk',
      headers: { ...bearer(demo), 'content-type': 'text/csv' },
      payload: Buffer.from([0x6e, 0xe9]),
    });
    assertErrorAnswer(latin, 400);
  });

  it('takes what the units are enough for, and says so of the others', async () => {
    const other = (await logIn(test, 'other')).token;
    await test.database.admin(
      'update farol.subscriptions set granted = consumed + 3 where organization_id = 3',
    );
    const items = Array.from({ length: 600 }, (_, index) => ({
      name: `Radar ${index}`,
      code: cpfAt(100 + index),
      type: 'CPF',
    }));
    const report = (await test.bulk(other, JSON.stringify(items), 'application/json', 3)).json<Report>();
    assert.deepEqual([report.added, report.refused, report.lines.length], [3, 597, 600]);
    assert.equal(report.lines.at(-1)?.reason, 'The balance of the plan is used up');
    assert.equal(await test.count('farol.radars where organization_id = 3'), 3);
    assert.equal(await test.count(`farol.ledger_entries where organization_id = 3 and kind = 'charge'`), 3);
    assertErrorAnswer(await test.bulk(other, '[]', 'application/json'), 403);
    const basic = (await logIn(test, 'basic')).token;
    assert.equal(
      (await test.bulk(basic, '[]', 'application/json', 2)).json().error,
      'PlanNotAllowedException',
    );
    const viewer = await test.tokenOf(demo, 'viewer');
    assertErrorAnswer(await test.bulk(viewer, '[]', 'application/json'), 403);
  });

  it('answers the same list under a key once, and charges nothing when it is sent again without', async () => {
    const items = [{ name: 'Chave', code: cpfAt(50), type: 'CPF' }];
    const headers = { ...bearer(demo), 'idempotency-key': 'list-of-one' };
    const send = (payload: object) =>
      test.inject({ method: 'POST', url: '/v1/organization/1/radars/bulk', headers, payload });
    const earlier = await charges();
    const [one, two] = [await send(items), await send(items)];
    assert.deepEqual([one.json<Report>().added, two.body], [1, one.body]);
    assertErrorAnswer(await send([...items, ...items]), 409);
    const again = (await test.bulk(demo, JSON.stringify(items), 'application/json')).json<Report>();
    assert.deepEqual([again.renamed, await charges()], [1, earlier + 1]);
  });
});

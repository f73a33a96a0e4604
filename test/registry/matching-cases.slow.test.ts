// Court cases look for radars, through the import and through a connector alike.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  BRANCH,
  caseLine,
  CNPJ,
  CPF,
  hit,
  NUMBER,
  OTHER_CPF,
  OTHER_NUMBER,
  party,
  record,
  THIRD_NUMBER,
} from './fixtures/lines.ts';
import { createRadarBed, typesOf } from './fixtures/radar-bed.ts';
import type { RadarBed } from './fixtures/radar-bed.ts';

const DISTRIBUTED = { code: 26, at: '2019-05-02T13:00:00Z' };
const CLOSED = { code: 22, at: '2026-02-28T10:00:00Z' };
const REOPENED = { code: 849, at: '2026-03-05T10:00:00Z' };

describe('court cases look for radars', () => {
  let radars: RadarBed;
  before(async () => {
    radars = await createRadarBed();
  });
  after(() => radars.close());
  afterEach(() => radars.clear());

  let updatedMs = Date.UTC(2026, 4, 1);
  /** Later than all before it, so that it counts. */
  const line = (change: Record<string, unknown> = {}, number = NUMBER): unknown =>
    caseLine({ number, updatedAt: new Date((updatedMs += 1000)).toISOString(), records: [record(change)] });
  const importCases = (...lines: readonly unknown[]) => radars.importLines('cases', ...lines);

  it('tell of a new case: what, where, since when, by whom, how severe', async () => {
    const id = await radars.addRadar(1, CPF);
    await radars.addRadar(3, OTHER_CPF);
    await importCases(line());
    assert.deepEqual(await radars.takeEvents(), [
      {
        organization: 1,
        type: 'case.new',
        data: {
          radarIds: [id],
          processNumber: NUMBER,
          finding: `case:${NUMBER}`,
          what: { classCode: 1116, isActive: true, value: '1234.56', lastMovementOn: '2019-05-02' },
          court: 'TRF1',
          since: '2019-05-02',
          source: 'cases',
          severity: 'high',
          sides: [{ side: 'PASSIVE', reasons: ['tax-execution', 'execution'], radarIds: [id] }],
        },
      },
    ]);
    assert.deepEqual(await radars.processesOf(1), [{ number: NUMBER, status: 'ACTIVE', radarIds: [id] }]);
    assert.deepEqual(await radars.processesOf(3), []);
    const [radar] = await radars.bed.query<{ told: boolean }>(
      'select last_event_at is not null as told from farol.radars where id = $1',
      [id],
    );
    assert.equal(radar?.told, true);
  });

  it('tell movements once for each case and import, then what followed from them', async () => {
    const id = await radars.addRadar(1, CPF);
    await importCases(line());
    await radars.takeEvents();
    const movements = [DISTRIBUTED, { code: 60, at: '2026-02-27T10:00:00Z' }, CLOSED];
    await importCases(line({ movements }));
    const [moved, closed, ...others] = await radars.takeEvents();
    assert.deepEqual(
      [moved?.type, moved?.data['what'], moved?.data['since'], others],
      [
        'case.movement',
        {
          count: 2,
          movements: [
            { code: 22, at: '2026-02-28T10:00:00Z' },
            { code: 60, at: '2026-02-27T10:00:00Z' },
          ],
        },
        '2026-02-28',
        [],
      ],
    );
    assert.deepEqual([closed?.type, closed?.data['severity']], ['case.closed', 'low']);
    await importCases(line({ movements: [...movements, REOPENED] }));
    const reopened = await radars.takeEvents();
    assert.deepEqual(typesOf(reopened), ['1 case.movement', '1 case.reopened']);
    const { severity, radarIds } = reopened[1]?.data ?? {};
    assert.deepEqual([severity, radarIds], ['high', [id]]);
  });

  it('tell a changed side and a changed value, with what they were', async () => {
    const id = await radars.addRadar(1, CPF);
    await importCases(line());
    await radars.takeEvents();
    await importCases(line({ value: '2000000.00', parties: [party({ side: 'ACTIVE' })] }));
    const [event, ...others] = await radars.takeEvents();
    assert.deepEqual([event?.type, others], ['case.changed', []]);
    const { what, sides, severity } = event?.data ?? {};
    assert.deepEqual(what, { value: { from: '1234.56', to: '2000000.00' } });
    assert.deepEqual(sides, [{ side: 'ACTIVE', before: 'PASSIVE', reasons: [], radarIds: [id] }]);
    assert.equal(severity, 'low', 'whoever sues has no risk of it');
  });

  it('tell nothing when the same facts come again, by the same source or by another', async () => {
    await radars.addRadar(1, CPF);
    await importCases(line());
    await radars.takeEvents();
    await importCases(line());
    await radars.importLines('datajud', hit());
    assert.deepEqual(await radars.takeEvents(), []);
  });

  it('find a company by its root, once for all its radars, and each organization for itself', async () => {
    const ids = [await radars.addRadar(1, CNPJ), await radars.addRadar(1, BRANCH)];
    const other = await radars.addRadar(3, BRANCH);
    await importCases(
      line({ parties: [party({ document: CNPJ, side: 'ACTIVE' }), party({ document: BRANCH })] }),
    );
    const events = await radars.takeEvents();
    assert.deepEqual(typesOf(events), ['1 case.new', '3 case.new']);
    assert.deepEqual(
      events.map(({ data }) => data['radarIds']),
      [ids, [other]],
    );
    assert.deepEqual(
      events.map(({ data }) => (data['sides'] as { side: string }[]).map(({ side }) => side)),
      [['PASSIVE'], ['PASSIVE']],
      'the establishment that stands worst speaks for the company',
    );
  });

  it('are one event when two documents of an organization stand in one case, as severe as for the worse', async () => {
    const [defendant, author] = [await radars.addRadar(1, CPF), await radars.addRadar(1, OTHER_CPF)];
    await importCases(line({ parties: [party(), party({ document: OTHER_CPF, side: 'ACTIVE' })] }));
    const [event, ...others] = await radars.takeEvents();
    assert.deepEqual([event?.type, event?.data['radarIds'], others], ['case.new', [defendant, author], []]);
    assert.equal(event?.data['severity'], 'high');
  });

  it('never match a masked CPF', async () => {
    await radars.addRadar(1, CPF);
    await importCases(line({ parties: [party({ document: '***444777**' })] }));
    assert.deepEqual(await radars.takeEvents(), []);
    assert.deepEqual(await radars.processesOf(1), []);
  });

  it('tell nothing of what is muted: paused, removed or unprimed radars, inactive processes, dismissed findings', async () => {
    await radars.addRadar(1, CPF, { paused_at: new Date() });
    await radars.addRadar(2, CPF, { removed_at: new Date() });
    await radars.addRadar(3, CPF, { primed_at: null });
    await importCases(line());
    assert.deepEqual(await radars.takeEvents(), []);
    await radars.clear();
    await radars.addRadar(1, CPF);
    await radars.addRadar(2, CPF);
    await radars.addRadar(3, CPF);
    await importCases(line());
    assert.deepEqual(typesOf(await radars.takeEvents()), ['1 case.new', '2 case.new', '3 case.new']);
    await radars.bed.query(
      `update farol.processes set status = 'INACTIVE', inactivated_at = now() where organization_id = 1`,
    );
    await radars.bed.query(
      `insert into farol.dismissed_findings (organization_id, finding, dismissed_by) values (2, $1, 'somebody')`,
      [`case:${NUMBER}`],
    );
    await importCases(line({ movements: [DISTRIBUTED, CLOSED] }));
    assert.deepEqual(typesOf(await radars.takeEvents()), ['3 case.movement', '3 case.closed']);
    assert.equal((await radars.processesOf(1))[0]?.status, 'INACTIVE', 'nothing revives it');
  });

  it('that become hidden turn their processes inactive and are named nowhere; once they may be told, they are new', async () => {
    const id = await radars.addRadar(1, CPF);
    await radars.addRadar(2, CPF);
    await radars.askFor(3, NUMBER);
    await importCases(line(), line({}, OTHER_NUMBER));
    await radars.bed.query(`update farol.radars set paused_at = now() where organization_id = 2`);
    assert.equal((await radars.takeEvents()).length, 5);
    await importCases(line({ secrecy: 1, movements: [DISTRIBUTED, CLOSED] }));
    assert.deepEqual(await radars.takeEvents(), []);
    for (const organization of [1, 2, 3]) {
      const [process, other] = await radars.processesOf(organization);
      assert.deepEqual([process?.number, process?.status], [NUMBER, 'INACTIVE']);
      assert.equal(other?.status, organization === 3 ? undefined : 'ACTIVE');
    }
    await importCases(line({ movements: [DISTRIBUTED, CLOSED] }));
    assert.deepEqual(typesOf(await radars.takeEvents()), ['1 case.new', '3 case.new']);
    const [process] = await radars.processesOf(1);
    assert.deepEqual(process, { number: NUMBER, status: 'ACTIVE', radarIds: [id] });
  });

  it('leave out the document alone that may not be told of, and go on for the others', async () => {
    const [person, company] = [await radars.addRadar(1, CPF), await radars.addRadar(1, CNPJ)];
    const labour = '00008323520205020100';
    const parties = [party(), party({ document: CNPJ })];
    const both = { class: { code: 985, name: 'Ação Trabalhista' }, parties };
    await importCases(line(both, labour));
    assert.deepEqual(
      (await radars.takeEvents()).map(({ data }) => data['radarIds']),
      [[person, company]],
    );
    // The person turns out to be the worker, whom nobody may look up.
    await importCases(line({ ...both, parties: [party({ side: 'ACTIVE' }), parties[1]] }, labour));
    assert.deepEqual(await radars.takeEvents(), []);
    assert.deepEqual(await radars.processesOf(1), [
      { number: labour, status: 'ACTIVE', radarIds: [company] },
    ]);
  });

  it('that were asked for by number are told without any party, from whichever source', async () => {
    await radars.askFor(1, NUMBER);
    await radars.importLines('datajud', hit());
    assert.deepEqual(typesOf(await radars.takeEvents()), ['1 case.new']);
    const moved = [DISTRIBUTED, CLOSED].map(({ code, at }) => ({ codigo: code, nome: 'x', dataHora: at }));
    const later = { dataHoraUltimaAtualizacao: '2026-06-11T12:00:00.000Z', movimentos: moved };
    await radars.importLines('datajud', hit(later));
    const events = await radars.takeEvents();
    assert.deepEqual(typesOf(events), ['1 case.movement', '1 case.closed']);
    assert.deepEqual(events[0]?.data['radarIds'], []);
    await radars.importLines('datajud', hit(later));
    assert.deepEqual(await radars.takeEvents(), []);
    const again = [...moved, { codigo: 849, nome: 'x', dataHora: '2026-06-01T00:00:00.000Z' }];
    const latest = { dataHoraUltimaAtualizacao: '2026-07-11T12:00:00.000Z', movimentos: again };
    await radars.importLines('datajud', hit(latest));
    assert.deepEqual(typesOf(await radars.takeEvents()), ['1 case.movement', '1 case.reopened']);
    await importCases(line({ value: '5.00', movements: [DISTRIBUTED], parties: [] }));
    assert.deepEqual(typesOf(await radars.takeEvents()), ['1 case.changed'], 'a value that was not known');
  });

  it('are told in the order of their numbers, what comes first of each before what follows from it', async () => {
    await radars.addRadar(1, CPF);
    await importCases(line({}, THIRD_NUMBER), line({}, NUMBER));
    await radars.takeEvents();
    await importCases(
      line({ movements: [DISTRIBUTED, CLOSED], value: '7.00' }, THIRD_NUMBER),
      line({}, OTHER_NUMBER),
      line({ movements: [DISTRIBUTED, CLOSED], value: '7.00' }),
    );
    assert.deepEqual(
      (await radars.takeEvents()).map(({ type, data }) => [data['processNumber'], type]),
      [
        [NUMBER, 'case.movement'],
        [NUMBER, 'case.closed'],
        [NUMBER, 'case.changed'],
        [OTHER_NUMBER, 'case.new'],
        [THIRD_NUMBER, 'case.movement'],
        [THIRD_NUMBER, 'case.closed'],
        [THIRD_NUMBER, 'case.changed'],
      ],
    );
  });
});

// What connectors bring looks for radars in the merge's own transaction, under a role that sees of tenants no more than that.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { collectLawsuits } from '../../src/features/cases/index.ts';
import type { CaseRecord, LawsuitSource } from '../../src/features/cases/index.ts';
import { refreshProtests } from '../../src/features/debts/index.ts';
import type { ProtestSource } from '../../src/features/debts/index.ts';
import type { Meta } from '../../src/platform/outbound/outcome.ts';
import { CNPJ, CPF, NUMBER, OTHER_CPF } from './fixtures/lines.ts';
import { createRadarBed, typesOf } from './fixtures/radar-bed.ts';
import type { RadarBed } from './fixtures/radar-bed.ts';

const metaOf = (connector: string): Meta => ({
  connector,
  fetchedAt: '2026-11-15T12:00:00Z',
  freshness: 'live',
  complete: true,
  warnings: [],
});
const TICKET = { connector: 'judit', ref: 'x', startedAt: '2026-11-15T12:00:00Z' };

function aRecord(change: Partial<CaseRecord> = {}): CaseRecord {
  return {
    number: NUMBER,
    source: 'judit',
    degree: 'G1',
    recordKey: '',
    classCode: 1116,
    className: null,
    unitCode: null,
    unitName: null,
    filedAt: new Date('2019-05-02T13:00:00Z'),
    value: '10.00',
    secrecy: 0,
    courtState: null,
    subjectCodes: [],
    movements: [],
    parties: [{ document: CPF, name: 'PESSOA INVENTADA', side: 'PASSIVE', role: 'PARTY' }],
    rest: null,
    updatedAt: null,
    ...change,
  };
}

function answering(records: readonly CaseRecord[]): LawsuitSource {
  return {
    name: 'judit',
    isPaidByPage: false,
    start: () => Promise.reject(new Error('nobody asks')),
    collect: () =>
      Promise.resolve({
        kind: 'ready',
        value: { records, next: null, total: records.length },
        meta: metaOf('judit'),
      }),
  };
}

type Protests = Extract<Awaited<ReturnType<ProtestSource['start']>>, { kind: 'ready' }>['value']['protests'];

function reporting(name: string, protests: Protests): ProtestSource {
  const doc = { kind: 'CNPJ', value: CNPJ } as const;
  const value = { doc, count: protests.length, total: null, isWhole: true, protests };
  const start = () => Promise.resolve({ kind: 'ready', value, meta: metaOf(name) } as const);
  return { name, coverage: ['SP'], start, collect: start };
}

const A_PROTEST: Protests[number] = {
  key: 'a',
  document: CNPJ,
  root: CNPJ.slice(0, 8),
  office: '1º Tabelionato Inventado',
  city: 'São Paulo',
  state: 'SP',
  protestedOn: '2026-10-01',
  dueOn: null,
  value: '99.00',
  kind: 'DMI',
  presenter: 'BANCO INVENTADO',
  creditor: 'LOJA INVENTADA',
  isLive: true,
  rest: null,
  updatedAt: new Date('2026-11-15T12:00:00Z'),
};

describe('what connectors bring looks for radars', () => {
  let radars: RadarBed;
  before(async () => {
    radars = await createRadarBed();
  });
  after(() => radars.close());
  afterEach(() => radars.clear());

  const bring = async (...changes: Partial<CaseRecord>[]): Promise<string[]> => {
    const doc = { kind: 'CPF', value: CPF } as const;
    const source = answering(changes.map(aRecord));
    await collectLawsuits({ source, merger: radars.merger }, { ticket: TICKET, doc });
    return typesOf(await radars.takeEvents());
  };
  const report = async (name: string, ...protests: Protests): Promise<string[]> => {
    const doc = { kind: 'CNPJ', value: CNPJ } as const;
    await refreshProtests({ source: reporting(name, protests), merger: radars.merger }, { doc });
    return typesOf(await radars.takeEvents());
  };
  const at = (day: number): Date => new Date(Date.UTC(2026, 9, day));

  it('cases: new, moved, closed, reopened, changed, and nothing twice', async () => {
    await radars.addRadar(1, CPF);
    await radars.addRadar(3, OTHER_CPF);
    const closed = [{ code: 22, at: at(1) }];
    const reopened = [...closed, { code: 849, at: at(2) }];
    assert.deepEqual(await bring({}), ['1 case.new']);
    assert.deepEqual(await bring({}), []);
    assert.deepEqual(await bring({ movements: closed }), ['1 case.movement', '1 case.closed']);
    assert.deepEqual(await bring({ movements: reopened }), ['1 case.movement', '1 case.reopened']);
    assert.deepEqual(await bring({ movements: reopened, value: '20.00' }), ['1 case.changed']);
    const parties = aRecord().parties.map((party) => Object.assign(party, { side: 'ACTIVE' as const }));
    assert.deepEqual(await bring({ movements: reopened, value: '20.00', parties }), ['1 case.changed']);
    assert.deepEqual(await bring({ movements: reopened, value: '20.00', parties, secrecy: 2 }), []);
    assert.deepEqual(
      (await radars.processesOf(1)).map(({ status }) => status),
      ['INACTIVE'],
    );
    assert.deepEqual(await bring({ movements: reopened, value: '20.00', parties }), ['1 case.new']);
  });

  it('a movement that only a record of unknown secrecy has is not told', async () => {
    await radars.addRadar(1, CPF);
    await bring({});
    const concealed = { degree: 'G2', secrecy: null, movements: [{ code: 60, at: at(3) }] };
    assert.deepEqual(await bring({}, concealed), []);
  });

  it('numbers that were asked for', async () => {
    await radars.askFor(2, NUMBER);
    assert.deepEqual(await bring({ parties: [] }), ['2 case.new']);
    assert.deepEqual(await bring({ parties: [], movements: [{ code: 22, at: at(1) }] }), [
      '2 case.movement',
      '2 case.closed',
    ]);
    assert.deepEqual(await bring({ parties: [], value: '7.00', movements: [{ code: 22, at: at(1) }] }), [
      '2 case.changed',
    ]);
  });

  it('protests: those that are new or live again, and not the same by another source', async () => {
    const id = await radars.addRadar(1, CNPJ);
    await radars.addRadar(3, CPF);
    assert.deepEqual(await report('infosimples', A_PROTEST), ['1 protest.new']);
    assert.deepEqual(await report('infosimples', A_PROTEST), []);
    assert.deepEqual(await report('infosimples'), [], 'that it ended is nobody’s news');
    assert.deepEqual(await report('infosimples', A_PROTEST), ['1 protest.new']);
    assert.deepEqual(await report('another', { ...A_PROTEST, key: 'b' }), []);
    const [event] = await radars.bed.query<{ data: Record<string, unknown> }>(
      `select data from farol.events where type = 'protest.new' order by row_id desc limit 1`,
    );
    const { finding, ...data } = event?.data ?? {};
    assert.match(String(finding), /^protest:infosimples:[0-9a-f]{24}$/);
    assert.deepEqual(data, {
      radarIds: [id],
      what: { kind: 'DMI', value: '99.00', dueOn: null },
      office: '1º Tabelionato Inventado',
      city: 'São Paulo',
      state: 'SP',
      since: '2026-10-01',
      source: 'infosimples',
      severity: 'high',
    });
  });

  it('and can neither read what organizations were told nor write radars', async () => {
    for (const statement of [
      'select from farol.events',
      'delete from farol.processes',
      'update farol.radars set paused_at = null',
      'insert into farol.dismissed_findings (organization_id, finding, dismissed_by) values (1, $$x$$, $$y$$)',
      'select from farol.users',
    ]) {
      const origin = { source: 'judit', fetchedAt: new Date() };
      const trying = radars.merger.merge(origin, async (tx) => {
        await tx.query(statement);
        return {};
      });
      await assert.rejects(trying, /permission denied/, statement);
    }
  });
});

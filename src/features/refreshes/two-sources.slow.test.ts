// A radar that is refreshed from two sources of lawsuits: each is asked once, and one that fails does not spoil the other.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startRadarWorker } from '../../../test/support/radar-worker.ts';
import type { RadarWorker } from '../../../test/support/radar-worker.ts';
import { LIVE_DOCUMENTS, startSandbox } from '../../../test/support/sandbox.ts';

const PATIENCE_MS = 30_000;
const { url, world } = await startSandbox();
const documentOf = (story: string): string =>
  LIVE_DOCUMENTS.find(({ lawsuits }) => lawsuits === story)?.document ?? '';
noteCanary(documentOf('AGREE'), documentOf('DISAGREE'), documentOf('SECOND_ONLY'));

type Row = Record<string, unknown>;

describe('a radar with two sources of lawsuits', () => {
  let worker: RadarWorker;
  let test: TestApi;
  before(async () => {
    worker = await startRadarWorker(url, 'judit,escavador');
    ({ test } = worker);
  });
  after(() => worker.close());
  afterEach(() => world.reset());

  const rows = async (sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await test.database.admin(sql, values)) as Row[];
  const refresh = async (id: number, document: string): Promise<unknown> => {
    // Between midnight and one the run is still being spread, and what was spent before would keep this one waiting.
    await rows('update farol.refresh_plans set spent = 0');
    await rows(
      `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id, refresh_due_at)
       values (1, $1, $2, $2, 'radar', 'CPF', 1, now() - interval '40 days')`,
      [id, document],
    );
    const result = async (): Promise<unknown> =>
      (await rows('select refresh_result from farol.radars where document = $1', [document]))[0]?.[
        'refresh_result'
      ];
    await eventually(async () => {
      await rows(
        `update pgboss.job_common set start_after = now() where state < 'active' and start_after > now()`,
      );
      return (await result()) !== null;
    }, PATIENCE_MS);
    return result();
  };
  const sourcesOf = async (document: string): Promise<unknown[]> =>
    (
      await rows(
        `select distinct r.source from registry.case_parties p
         join registry.case_records r on r.number = p.number where p.root = $1 order by r.source`,
        [document],
      )
    ).map(({ source }) => source);
  const asked = (): number[] => [world.calls().judit.searches, world.calls().escavador.total];

  it('has the cases of both, each asked once however long the other takes', async () => {
    const document = documentOf('AGREE');
    world.behave('judit', { pendingMs: 1500 });
    assert.equal(await refresh(1, document), 'changed');
    assert.deepEqual(await sourcesOf(document), ['escavador', 'judit']);
    assert.deepEqual(asked(), [1, 1]);
    const [left] = await rows('select 1 from farol.radars where wrapped_refresh_ticket is not null');
    assert.equal(left, undefined);
  });

  it('has what the second of them alone knows', async () => {
    const document = documentOf('SECOND_ONLY');
    assert.equal(await refresh(2, document), 'changed');
    assert.deepEqual(await sourcesOf(document), ['escavador']);
  });

  it('is refreshed by the one while the other gives no usable answer', async () => {
    const document = documentOf('DISAGREE');
    world.behave('escavador', { mode: 'broken' });
    assert.equal(await refresh(3, document), 'changed');
    assert.deepEqual(await sourcesOf(document), ['judit']);
    assert.deepEqual(asked(), [1, 1], 'the one that failed waits for the next run');
  });
});

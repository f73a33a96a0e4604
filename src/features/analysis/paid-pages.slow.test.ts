// An analysis whose source of lawsuits charges for every page: whatever happens in the middle, no page that was read is asked
// for again. The sandbox counts what it is asked.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../../../test/support/analyses.ts';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { settingsForSandbox, startSandbox, TEST_DOCUMENTS } from '../../../test/support/sandbox.ts';

/** Three pages. */
const MANY = TEST_DOCUMENTS.find(({ hasManyCases }) => hasManyCases === true)?.document ?? '';
const CASES = 300;
const PATIENCE_MS = 30_000;
noteCanary(MANY);

const { url, world } = await startSandbox();
const asked = (): number => world.calls().escavador.total;

describe('an analysis that pays for pages', () => {
  let test: AnalysisApi;
  let demo: string;
  before(async () => {
    test = await startAnalysisApi({
      hasPopulation: false,
      env: {
        ...settingsForSandbox(url, 'pluggy'),
        FAROL_LAWSUITS_SOURCE: 'escavador',
        FAROL_SOURCE_PROBE_SECONDS: '1',
      },
    });
    demo = (await logIn(test)).token;
  });
  after(() => test.close());
  afterEach(() => world.reset());

  const ticketsOf = async ({ analysisId }: AnalysisIds): Promise<Buffer | null> => {
    const sql = 'select wrapped_tickets as tickets from farol.analyses where id = $1';
    const [row] = await test.rows<{ tickets: Buffer | null }>(sql, [analysisId]);
    return row?.tickets ?? null;
  };
  const finish = async (ids: AnalysisIds): Promise<void> => {
    const { register } = await test.finish(demo, ids);
    assert.equal(register.status, 'DONE');
    assert.equal(register.summary['ALL']?.totalProcess, CASES);
    assert.equal(await ticketsOf(ids), null);
  };

  it('goes on with the page that failed, however often one fails', async () => {
    const worker = await test.startWorker();
    // Every second question fails: begun again each time, the search would never come to the third page.
    world.behave('escavador', { failureRate: 0.5 });
    await finish(await test.create(demo, MANY));
    assert.equal(asked(), 5, 'three pages and two failures');
    await worker.close();
  });

  it('goes on behind the last page that was read when its worker is lost', async () => {
    world.behave('escavador', { latencyMs: 500 });
    const ids = await test.create(demo, MANY);
    const worker = await test.startWorker();
    await eventually(() => asked() === 1, PATIENCE_MS);
    world.behave('escavador', { latencyMs: 0, mode: 'hanging' });
    await eventually(() => asked() === 2, PATIENCE_MS);
    const kept = await ticketsOf(ids);
    assert.ok(kept !== null && !kept.includes(MANY), 'where to go on is kept, and not in clear');
    world.behave('escavador', { mode: 'normal' });
    await test.database.admin(
      `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now(), heartbeat_on = null
       where name = 'analysis.run' and state = 'active'`,
    );
    await finish(ids);
    assert.equal(
      asked(),
      4,
      'the first page once, the second twice because its answer never came, the third once',
    );
    await worker.close();
  });
});

// A radar whose only source of lawsuits charges for every page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startRadarWorker } from '../../../test/support/radar-worker.ts';
import type { RadarWorker } from '../../../test/support/radar-worker.ts';
import { startSandbox, TEST_DOCUMENTS } from '../../../test/support/sandbox.ts';

const PATIENCE_MS = 30_000;
/** Three pages. */
const MANY = TEST_DOCUMENTS.find(({ hasManyCases }) => hasManyCases === true)?.document ?? '';
noteCanary(MANY);
const { url, world } = await startSandbox();

describe('a radar whose source is paid by the page', () => {
  let worker: RadarWorker;
  let test: TestApi;
  before(async () => {
    worker = await startRadarWorker(url, 'escavador');
    ({ test } = worker);
  });
  after(() => worker.close());

  it('is refreshed from the page that failed on, and each page is paid for once', async () => {
    const { admin } = test.database;
    world.behave('escavador', { failureRate: 0.5 });
    await admin(
      `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id, refresh_due_at)
       values (1, 1, substr($1::text, 1, 8), $1, 'radar', 'CNPJ', 1, now() - interval '40 days')`,
      [MANY],
    );
    const result = async (): Promise<unknown> => {
      const sql = 'select refresh_result as result from farol.radars where document = $1';
      return ((await admin(sql, [MANY])) as { result: unknown }[])[0]?.result;
    };
    await eventually(async () => {
      await admin(
        `update pgboss.job_common set start_after = now() where state < 'active' and start_after > now()`,
      );
      return (await result()) !== null;
    }, PATIENCE_MS);
    assert.equal(await result(), 'changed');
    assert.equal(world.calls().escavador.total, 5, 'three pages and two failures');
    const [served] = (await admin(`select count(*)::int as count from registry.case_records`)) as {
      count: number;
    }[];
    assert.equal(served?.count, 300);
  });
});

// A radar whose only source of lawsuits charges for every page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { settingsForSandbox, startSandbox, TEST_DOCUMENTS } from '../../../test/support/sandbox.ts';
import { startTestWorker } from '../../../test/support/worker.ts';

const PATIENCE_MS = 30_000;
/** Three pages. */
const MANY = TEST_DOCUMENTS.find(({ hasManyCases }) => hasManyCases === true)?.document ?? '';
noteCanary(MANY);
const { url, world } = await startSandbox();

describe('a radar whose source is paid by the page', () => {
  let test: TestApi;
  let worker: Awaited<ReturnType<typeof startTestWorker>>;
  before(async () => {
    test = await startTestApi({
      env: {
        ...settingsForSandbox(url, 'pluggy'),
        FAROL_LAWSUITS_SOURCE: 'escavador',
        FAROL_SOURCE_PROBE_SECONDS: '1',
      },
    });
    const { config, log, clock, database } = test;
    worker = await startTestWorker({ config, log, clock, databaseUrl: database.url });
  });
  after(async () => {
    await worker.close();
    await test.close();
  });

  it('is refreshed from the page that failed on, and each page is paid for once', async () => {
    const { admin } = test.database;
    world.behave('escavador', { failureRate: 0.5 });
    await admin(`insert into farol.refresh_plans (organization_id, weekdays, hours)
      values (1, '{1,2,3,4,5,6,7}', '{0}')`);
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

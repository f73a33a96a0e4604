// The product's own worker: an event is numbered, handed out, signed and sent, and told of in its figures.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startReceiver } from '../../../test/support/webhook-receiver.ts';
import type { Receiver } from '../../../test/support/webhook-receiver.ts';
import { startTestWorker } from '../../../test/support/worker.ts';

let test: TestApi;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let receiver: Receiver;
before(async () => {
  test = await startTestApi({ env: { FAROL_WEBHOOK_LOOPBACK: 'on' } });
  const { config, log, clock, database } = test;
  worker = await startTestWorker({ config, log, clock, databaseUrl: database.url });
  receiver = await startReceiver();
});
after(async () => {
  await worker.close();
  await test.close();
  await receiver.close();
});

it('sends what happens to whoever asked for it, and counts without naming anybody', async (t) => {
  const { token } = await logIn(test);
  const made = await test.inject({
    method: 'POST',
    url: '/v1/organization/1/webhooks',
    headers: bearer(token),
    payload: { url: receiver.url },
  });
  const { secret } = made.json<{ secret: string }>();
  noteCanary(secret);
  const startedAt = performance.now();
  await test.database.admin(
    `insert into farol.events (organization_id, type, data) values (1, 'cnh.completed', '{"status": "DONE"}')`,
  );
  await eventually(() => receiver.receipts.length === 1, 5000);
  t.diagnostic(`received after ${(performance.now() - startedAt).toFixed(0)} ms`);
  const [receipt] = receiver.receipts;
  assert.ok(receipt);
  const payload = new Webhook(secret).verify(receipt.body, receipt.headers) as Record<string, unknown>;
  assert.deepEqual([payload['type'], payload['data']], ['cnh.completed', { status: 'DONE' }]);
  const told = (): Promise<string> => worker.metrics.text();
  await eventually(
    async () => (await told()).includes('farol_webhook_tries_total{outcome="delivered"} 1'),
    5000,
  );
  assert.ok(!(await told()).includes('127.0.0.1'), 'no address is a label');
});

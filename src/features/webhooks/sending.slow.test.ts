// What receivers get, against real sockets, on a clock that days are added to.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { bearer } from '../../../test/support/api.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startSendingApi } from '../../../test/support/sending-api.ts';
import type { SendingApi } from '../../../test/support/sending-api.ts';
import { answer, startReceiver } from '../../../test/support/webhook-receiver.ts';
import type { Receiver } from '../../../test/support/webhook-receiver.ts';
import { removePastDeliveries } from './health-store.ts';

const HOUR_MS = 3_600_000;

describe('webhooks that are sent', () => {
  let test: SendingApi;
  const receivers: Receiver[] = [];
  const receive = async (...given: Parameters<typeof startReceiver>): Promise<Receiver> => {
    const receiver = await startReceiver(...given);
    receivers.push(receiver);
    return receiver;
  };
  before(async () => {
    test = await startSendingApi();
    await test.startSender();
  });
  after(async () => {
    await test.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });

  it('arrive within two seconds, signed so that the standardwebhooks package agrees, and thin', async () => {
    const receiver = await receive();
    const { id, secret } = await test.make(receiver.url);
    await test.record(1, ['first']);
    await eventually(() => receiver.receipts.length === 1, 2000);
    const [receipt] = receiver.receipts;
    assert.ok(receipt);
    const payload = new Webhook(secret).verify(receipt.body, receipt.headers) as Record<string, unknown>;
    const [delivery] = await test.until(id, (shown) => shown[0]?.status === 'DELIVERED');
    assert.deepEqual(payload, {
      type: 'probe.happened',
      timestamp: payload['timestamp'],
      id: delivery?.event.id,
      organizationId: 1,
      data: { name: 'first' },
    });
    assert.equal(receipt.id, `msg_${id}_${delivery?.event.id}`);
    assert.equal(delivery?.messageId, receipt.id);
    assert.equal(receipt.headers['content-type'], 'application/json');
    assert.deepEqual(
      delivery.tries.map(({ status }) => status),
      [200],
    );
    assert.throws(() => new Webhook(secret).verify(`${receipt.body} `, receipt.headers));
    assert.throws(() =>
      new Webhook(secret).verify(receipt.body, { ...receipt.headers, 'webhook-id': 'msg_1' }),
    );
    await test.call('DELETE', `/${id}`);
  });

  it('tell only of the types that are asked for, and of nothing from before', async () => {
    const receiver = await receive();
    await test.record(1, ['before']);
    await test.numbered();
    const { id } = await test.make(receiver.url, { events: ['cnh.completed'] });
    const all = await test.make(receiver.url);
    await test.record(1, ['after']);
    await test.until(all.id, (shown) => shown.length === 1 && shown[0]?.status === 'DELIVERED');
    assert.deepEqual(await test.deliveries(id), []);
    assert.equal(receiver.receipts.length, 1);
    assert.match(receiver.receipts[0]?.body ?? '', /"after"/);
    await test.call('DELETE', `/${id}`);
    await test.call('DELETE', `/${all.id}`);
  });

  it('never tell how far something has come, only of its end', async () => {
    const receiver = await receive();
    const { id } = await test.make(receiver.url);
    const told = (type: string) => ({ organizationId: 1, type, data: { userPlanConsumeAnalyticsId: 7 } });
    await test.recordEvents([told('analysis.progress'), told('batch.progress'), told('analysis.completed')]);
    const shown = await test.until(id, ([first]) => first?.status === 'DELIVERED');
    assert.deepEqual(
      shown.map(({ event }) => event.type),
      ['analysis.completed'],
    );
    assert.equal(receiver.receipts.length, 1);
    const feed = await test.inject({
      url: `/v1/organization/1/events?after=${(shown[0]?.event.id ?? 0) - 3}&limit=2`,
      headers: bearer(test.token),
    });
    const ticks = feed.json<{ events: { id: number; type: string }[] }>().events;
    assert.deepEqual(
      ticks.map(({ type }) => type),
      ['analysis.progress', 'batch.progress'],
      'they are in the feed',
    );
    for (const { id: eventId } of ticks) {
      assert.equal((await test.call('POST', `/${id}/replay`, { eventId })).status, 404);
    }
    await test.call('DELETE', `/${id}`);
  });

  it('are tried ten times over more than three days, each time under the same id, then given up for all to see', async () => {
    const receiver = await receive(answer(500));
    const { id } = await test.make(receiver.url);
    await test.record(1, ['stubborn']);
    const startedMs = test.clock.nowMs();
    for (let tries = 1; tries < 10; tries += 1) {
      const [shown] = await test.until(id, ([first]) => first?.tries.length === tries);
      assert.equal(shown?.status, 'PENDING');
      test.clock.advance(Date.parse(shown.nextTryAt ?? '') - test.clock.nowMs());
    }
    const [shown] = await test.until(id, ([first]) => first?.status === 'EXHAUSTED');
    assert.equal(shown?.tries.length, 10);
    const tookHours = (test.clock.nowMs() - startedMs) / HOUR_MS;
    assert.ok(tookHours >= 72 && tookHours <= 96, `${tookHours} hours`);
    const planned = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 108_000];
    const waits = shown.tries.slice(1).map(({ at }, index) => {
      return (Date.parse(at) - Date.parse(shown.tries[index]?.at ?? '')) / 1000;
    });
    planned.forEach((seconds, index) => {
      const wait = waits[index] ?? 0;
      // What is due is looked for twice a second.
      assert.ok(wait >= seconds * 0.9 - 1 && wait <= seconds * 1.1 + 2, `try ${index + 2} after ${wait} s`);
    });
    assert.deepEqual([...new Set(receiver.receipts.map((receipt) => receipt.id))], [shown.messageId]);
    receiver.behave(answer(204));
    assert.equal((await test.call('POST', `/${id}/replay`, { eventId: shown.event.id })).status, 200);
    await test.until(id, ([first]) => first?.status === 'DELIVERED');
    assert.equal(receiver.receipts.at(-1)?.id, shown.messageId);
    await test.call('DELETE', `/${id}`);
  });

  it('wait as long as a receiver asks for, up to a day', async () => {
    const receiver = await receive(answer(429, { 'retry-after': '7200' }));
    const { id } = await test.make(receiver.url);
    await test.record(1, ['later']);
    const [asked] = await test.until(id, ([first]) => first?.tries.length === 1);
    const waitMs = Date.parse(asked?.nextTryAt ?? '') - test.clock.nowMs();
    assert.ok(waitMs > 1.9 * HOUR_MS && waitMs <= 2 * HOUR_MS, `${waitMs}`);
    receiver.behave(answer(503, { 'retry-after': '999999999' }));
    test.clock.advance(waitMs);
    const [bounded] = await test.until(id, ([first]) => first?.tries.length === 2);
    const boundedMs = Date.parse(bounded?.nextTryAt ?? '') - test.clock.nowMs();
    assert.ok(boundedMs > 23.9 * HOUR_MS && boundedMs <= 24 * HOUR_MS, `${boundedMs}`);
    await test.call('DELETE', `/${id}`);
  });

  it('stop at once where the receiver says 410, with a notice, and go on when it is enabled again', async () => {
    const receiver = await receive(answer(410));
    const { id } = await test.make(receiver.url);
    await test.record(1, ['gone', 'gone too']);
    await eventually(async () => (await test.call('GET', `/${id}`)).json['status'] === 'DISABLED', 5000);
    const { json } = await test.call('GET', `/${id}`);
    assert.equal(json['disabledReason'], 'GONE');
    const notices = async () =>
      test.database.admin(
        `select data ->> 'reason' as reason from farol.events where type = 'webhook.disabled' and data ->> 'webhookId' = $1`,
        [String(id)],
      );
    assert.deepEqual(await notices(), [{ reason: 'GONE' }]);
    await test.record(1, ['meanwhile']);
    const waiting = await test.until(id, (shown) => shown.length >= 3);
    assert.ok(waiting.every(({ status }) => status === 'PENDING'));
    const sent = receiver.receipts.length;
    receiver.behave(answer(200));
    assert.equal((await test.call('POST', `/${id}/enable`)).json['status'], 'ENABLED');
    await test.until(id, (shown) => shown.every(({ status }) => status === 'DELIVERED'));
    assert.ok(receiver.receipts.length >= sent + 3);
    await test.call('DELETE', `/${id}`);
  });

  it('are disabled after five days of nothing but failure, and not by failures that are far apart', async () => {
    const receiver = await receive(answer(500));
    const { id } = await test.make(receiver.url);
    const state = async (): Promise<unknown> => (await test.call('GET', `/${id}`)).json['status'];
    const fail = async (name: string): Promise<void> => {
      const sent = receiver.receipts.length;
      await test.record(1, [name]);
      await eventually(() => receiver.receipts.length > sent, 5000);
      await test.until(id, (shown) => shown.at(-1)?.tries.length === 1);
    };
    await fail('sporadic');
    await test.database.admin(`delete from farol.webhook_deliveries where endpoint_id = $1`, [id]);
    test.clock.advance(9 * 24 * HOUR_MS);
    await fail('sporadic again');
    assert.equal(await state(), 'ENABLED');
    for (let day = 1; day <= 4; day += 1) {
      test.clock.advance(24 * HOUR_MS + 1000);
      await fail(`day ${day}`);
      assert.equal(await state(), 'ENABLED', `day ${day}`);
    }
    test.clock.advance(24 * HOUR_MS + 1000);
    await test.record(1, ['day 5']);
    await eventually(async () => (await state()) === 'DISABLED', 5000);
    assert.equal((await test.call('GET', `/${id}`)).json['disabledReason'], 'FAILING');
    await test.call('DELETE', `/${id}`);
  });

  it('are signed by both secrets while a rotation lasts, and by the new one alone afterwards', async () => {
    const receiver = await receive();
    const { id, secret: old } = await test.make(receiver.url);
    const rotated = await test.call('POST', `/${id}/secret/rotate`, { keepPreviousHours: 2 });
    const fresh = String(rotated.json['secret']);
    assert.notEqual(fresh, old);
    const signatureOf = (secret: string, { id: messageId, timestamp, body }: Receiver['receipts'][number]) =>
      new Webhook(secret).sign(messageId, new Date(timestamp * 1000), body);
    await test.record(1, ['rotating']);
    await eventually(() => receiver.receipts.length === 1, 5000);
    const [first] = receiver.receipts;
    assert.ok(first);
    assert.equal(
      first.headers['webhook-signature'],
      `${signatureOf(fresh, first)} ${signatureOf(old, first)}`,
    );
    test.clock.advance(2 * HOUR_MS + 1000);
    await test.record(1, ['rotated']);
    await eventually(() => receiver.receipts.length === 2, 5000);
    const [, second] = receiver.receipts;
    assert.ok(second);
    assert.equal(second.headers['webhook-signature'], signatureOf(fresh, second));
    assert.equal((await test.call('GET', `/${id}`)).json['previousSecretEndsAt'], null);
    await test.call('DELETE', `/${id}`);
  });

  it('can be tried with a test event, which is no event of the organization', async () => {
    const receiver = await receive();
    const { id } = await test.make(receiver.url, { events: ['cnh.completed'] });
    const made = await test.call('POST', `/${id}/test`);
    assert.equal(made.status, 200);
    await eventually(() => receiver.receipts.length === 1, 5000);
    const {
      type,
      id: eventId,
      data,
    } = JSON.parse(receiver.receipts[0]?.body ?? '{}') as Record<string, unknown>;
    assert.deepEqual([type, eventId, data], ['webhook.test', null, { webhookId: id }]);
    assert.equal(receiver.receipts[0]?.id, made.json['messageId']);
    await test.call('DELETE', `/${id}`);
  });

  it('are forgotten after 30 days, and with their webhook', async () => {
    const receiver = await receive();
    const { id } = await test.make(receiver.url);
    await test.record(1, ['short-lived']);
    await test.until(id, ([first]) => first?.status === 'DELIVERED');
    const remove = () => test.asSender(removePastDeliveries);
    await remove();
    assert.equal((await test.deliveries(id)).length, 1);
    test.clock.advance(30 * 24 * HOUR_MS + 1000);
    assert.ok((await remove()) > 0);
    assert.deepEqual(await test.deliveries(id), []);
    await test.record(1, ['left behind']);
    await test.until(id, ([first]) => first?.status === 'DELIVERED');
    await test.call('DELETE', `/${id}`);
    await remove();
    test.clock.advance(2 * HOUR_MS);
    await remove();
    const rows = await test.database.admin(
      `select w.id from farol.webhook_endpoints w where w.id = $1
       union all select d.id from farol.webhook_deliveries d where d.endpoint_id = $1`,
      [id],
    );
    assert.deepEqual(rows, []);
  });
});

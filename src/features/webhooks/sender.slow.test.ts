// Senders side by side, slow receivers beside others, and senders that end in the middle.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.ts';
import { startSendingApi } from '../../../test/support/sending-api.ts';
import type { MadeWebhook, SendingApi } from '../../../test/support/sending-api.ts';
import { answer, startReceiver } from '../../../test/support/webhook-receiver.ts';
import type { Receiver } from '../../../test/support/webhook-receiver.ts';
import type { Poster } from '../../platform/outbound/poster.ts';

const neverAnswer = (): void => undefined;

describe('senders', () => {
  let test: SendingApi;
  const receivers: Receiver[] = [];
  const receive = async (...given: Parameters<typeof startReceiver>): Promise<Receiver> => {
    const receiver = await startReceiver(...given);
    receivers.push(receiver);
    return receiver;
  };
  afterEach(async () => {
    await test.stopSenders();
    for (const { id } of (await test.call('GET', '')).json['webhooks'] as { id: number }[]) {
      await test.call('DELETE', `/${id}`);
    }
  });
  before(async () => {
    test = await startSendingApi();
  });
  after(async () => {
    await test.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });

  it('share the work: each event goes to each endpoint once', async () => {
    const targets = [await receive(), await receive(), await receive()];
    const made: MadeWebhook[] = [];
    for (const { url } of targets) {
      made.push(await test.make(url));
    }
    for (let senders = 0; senders < 3; senders += 1) {
      await test.startSender({}, { deadlineMs: 15_000 });
    }
    const names = Array.from({ length: 300 }, (_, index) => `shared ${index}`);
    for (let at = 0; at < names.length; at += 30) {
      await test.record(1, names.slice(at, at + 30));
    }
    await eventually(() => targets.every(({ receipts }) => receipts.length >= 300), 30_000);
    await sleep(300);
    for (const [index, { receipts }] of targets.entries()) {
      assert.equal(receipts.length, 300);
      assert.equal(new Set(receipts.map(({ id }) => id)).size, 300);
      assert.ok(receipts.every(({ id }) => id.startsWith(`msg_${made[index]?.id}_`)));
    }
  });

  it('let no receiver that hangs delay the others: 1,000 events, p99 within 2 s', async (t) => {
    const hanging = await receive(neverAnswer);
    const healthy = [await receive(), await receive(), await receive()];
    await test.make(hanging.url);
    for (const { url } of healthy) {
      await test.make(url);
    }
    await test.startSender({}, { deadlineMs: 15_000 });
    const recordedAt = new Map<string, number>();
    for (let round = 0; round < 100; round += 1) {
      const names = Array.from({ length: 10 }, (_, index) => `beside ${round * 10 + index}`);
      await test.record(1, names);
      names.forEach((name) => recordedAt.set(name, performance.now()));
      await sleep(200);
    }
    await eventually(() => healthy.every(({ receipts }) => receipts.length === 1000), 20_000);
    const waits = healthy
      .flatMap(({ receipts }) =>
        receipts.map(({ body, atMs }) => {
          const { data } = JSON.parse(body) as { data: { name: string } };
          return atMs - (recordedAt.get(data.name) ?? Number.NaN);
        }),
      )
      .toSorted((one, other) => one - other);
    const p99 = waits[Math.floor(waits.length * 0.99)] ?? Number.NaN;
    t.diagnostic(
      `p50 ${waits[1500]?.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${hanging.receipts.length} hang`,
    );
    assert.ok(p99 <= 2000, `p99 ${p99} ms`);
    assert.ok(hanging.receipts.length >= 8 && hanging.receipts.length <= 10, 'few wait there at a time');
    hanging.behave(answer(200));
  });

  it('are followed when their lease ends, and what they bring afterwards changes nothing', async () => {
    const { id } = await test.make('http://127.0.0.1:9/nobody');
    const posted: string[] = [];
    const stuck = Promise.withResolvers<{ status: number; headers: object }>();
    const outcomes: string[] = [];
    const figures = { tried: (outcome: string) => outcomes.push(outcome) };
    const posterOf = (name: string, post: () => Promise<{ status: number; headers: object }>): Poster => ({
      post: async ({ headers }) => {
        posted.push(`${name} ${headers['webhook-id']}`);
        return (await post()) as Awaited<ReturnType<Poster['post']>>;
      },
      close: () => Promise.resolve(),
    });
    await test.startSender({
      poster: posterOf('zombie', () => stuck.promise),
      figures,
      limits: { all: 1, perEndpoint: 1 },
    });
    await test.record(1, ['held']);
    await eventually(() => posted.length === 1, 5000);
    await test.startSender({
      poster: posterOf('next', () => Promise.resolve({ status: 503, headers: {} })),
    });
    test.clock.advance(28_000);
    await sleep(1200);
    assert.equal(posted.length, 1, 'not before the lease ends');
    test.clock.advance(2000);
    await eventually(() => posted.length === 2, 5000);
    await test.until(id, ([shown]) => shown?.tries.length === 1);
    stuck.resolve({ status: 200, headers: {} });
    await eventually(() => outcomes.length === 1, 5000);
    assert.deepEqual(outcomes, ['overtaken']);
    const [shown] = await test.deliveries(id);
    assert.deepEqual([shown?.status, shown?.tries.map(({ status }) => status)], ['PENDING', [503]]);
    assert.deepEqual(new Set(posted.map((line) => line.split(' ')[1])).size, 1, 'under one id');
  });

  it('hand back what they cannot end when they are stopped, and nothing is counted', async () => {
    const receiver = await receive(neverAnswer);
    const { id } = await test.make(receiver.url);
    const stopped = await test.startSender({ graceMs: 100 }, { deadlineMs: 15_000 });
    await test.record(1, ['handed back']);
    await eventually(() => receiver.receipts.length === 1, 5000);
    const startedAt = performance.now();
    await stopped.close();
    assert.ok(performance.now() - startedAt < 2000);
    receiver.behave(answer(200));
    await test.startSender();
    const [shown] = await test.until(id, ([first]) => first?.status === 'DELIVERED', 3000);
    assert.equal(shown?.tries.length, 1);
  });

  it('go on when the answer is long, late, broken or nonsense', async () => {
    const bad: [string, Receiver, RegExp][] = [
      [
        'long',
        await receive((_request, response) => {
          response.writeHead(200);
          const chunk = Buffer.alloc(65_536);
          const write = (left: number): void => {
            if (left > 0 && !response.destroyed) {
              response.write(chunk, () => write(left - 1));
            }
          };
          write(160);
        }),
        /^DELIVERED 200$/,
      ],
      [
        'endless',
        await receive((_request, response) => response.writeHead(200).write('x')),
        /^DELIVERED 200$/,
      ],
      ['hanging', await receive(neverAnswer), /^PENDING TIMEOUT$/],
      ['reset', await receive((request) => request.socket.resetAndDestroy()), /^PENDING CONNECTION_BROKEN$/],
      [
        'nonsense',
        await receive((request) => {
          request.socket.end('no HTTP at all\r\n\r\n');
        }),
        /^PENDING NOT_HTTP$/,
      ],
      [
        'long headers',
        await receive((_request, response) => {
          response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end();
        }),
        /^PENDING NOT_HTTP$/,
      ],
      ['moved', await receive(answer(301, { location: 'https://hooks.example.com' })), /^PENDING 301$/],
    ];
    const made: MadeWebhook[] = [];
    for (const [, { url }] of bad) {
      made.push(await test.make(url));
    }
    await test.startSender();
    await test.record(1, ['badly received']);
    for (const [index, [name, , expected]] of bad.entries()) {
      const [shown] = await test.until(made[index]?.id ?? 0, ([first]) => (first?.tries.length ?? 0) > 0);
      const [tried] = shown?.tries ?? [];
      assert.match(`${shown?.status} ${tried?.status ?? tried?.fault}`, expected, name);
    }
  });

  it('log an error that is ours and go on with the rest', async () => {
    const receiver = await receive();
    const broken = await test.make(receiver.url);
    const whole = await test.make(receiver.url);
    await test.database.admin(`update farol.webhook_endpoints set wrapped_secret = '\\x01' where id = $1`, [
      broken.id,
    ]);
    await test.startSender();
    await test.record(1, ['sealed for nobody']);
    await test.until(whole.id, ([shown]) => shown?.status === 'DELIVERED');
    const [shown] = await test.deliveries(broken.id);
    assert.deepEqual([shown?.status, shown?.tries], ['PENDING', []]);
    assert.equal(receiver.receipts.length, 1);
  });

  it('refuse to post in clear where no sandbox is', async () => {
    const { id } = await test.make('http://127.0.0.1:9/hook');
    await test.startSender({}, { mayUseLoopback: false });
    await test.record(1, ['in clear']);
    const [shown] = await test.until(id, ([first]) => first?.tries.length === 1);
    assert.equal(shown?.tries[0]?.fault, 'ADDRESS_REFUSED');
  });
});

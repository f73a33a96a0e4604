import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import { BROKEN_ANSWERS } from './fixtures/broken-answers.ts';
import { ask, GOOD_BODY, openTestClient, startRawUpstream } from './fixtures/upstream.ts';

const NAME = 'JOÃO AÇÃO DA CONCEIÇÃO';
noteCanary(NAME, '90010020055');

test('takes an answer that is right, packed or not', async () => {
  const upstream = await startRawUpstream((socket) => {
    const body = Buffer.from(GOOD_BODY);
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
  });
  const { client } = openTestClient(upstream.url);
  const outcome = await client.ask(ask());
  assert.equal(outcome.kind === 'ready' && outcome.value, NAME);
  assert.equal(Buffer.from(outcome.meta.raw?.reveal() ?? []).toString(), GOOD_BODY);
  assert.equal(JSON.stringify(outcome.meta.raw), '"***"');
});

test('refuses every broken answer as a whole, with the right fault, and logs none of it', async (t) => {
  assert.ok(BROKEN_ANSWERS.length >= 60, `${BROKEN_ANSWERS.length} kinds`);
  let current = 0;
  const upstream = await startRawUpstream((socket) => BROKEN_ANSWERS[current]?.write(socket));
  const { client, logged } = openTestClient(upstream.url);
  const failures: string[] = [];
  for (const [index, { name, fault, code }] of BROKEN_ANSWERS.entries()) {
    current = index;
    const outcome = await client.ask(ask());
    const got = outcome.kind === 'failed' ? outcome.fault : null;
    if (got?.code !== fault || (code !== undefined && got.vendorCode !== code)) {
      failures.push(`${name}: ${outcome.kind} ${got?.code} ${got?.vendorCode}, not ${fault} ${code ?? ''}`);
    }
    assert.equal('value' in outcome, false, `${name} gave a part of an answer`);
    assert.equal(outcome.meta.raw, undefined);
  }
  assert.deepEqual(failures, []);
  assert.ok(!/JO\u00c3O|CONCEI|90010020055|c\u00f3digo/.test(logged()), 'the log quotes an answer');
  t.diagnostic(`${BROKEN_ANSWERS.length} kinds of broken answers`);
});

test('never holds a body beyond the limit, however long it goes on', async () => {
  let written = 0;
  const filler = Buffer.alloc(65_536, 0x20);
  const upstream = await startRawUpstream((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n');
    const pour = (): void => {
      while (!socket.destroyed && written < 1_000_000_000) {
        written += filler.length;
        if (!socket.write(filler)) {
          socket.once('drain', pour);
          return;
        }
      }
    };
    pour();
  });
  const { client } = openTestClient(upstream.url);
  const before = process.memoryUsage().rss;
  for (let round = 0; round < 20; round += 1) {
    const outcome = await client.ask(ask());
    assert.equal(outcome.kind === 'failed' && outcome.fault.vendorCode, 'TOO_LARGE');
  }
  const grownMb = (process.memoryUsage().rss - before) / 1_048_576;
  assert.ok(written < 500_000_000, `${written} bytes were taken`);
  assert.ok(grownMb < 80, `memory grew by ${grownMb.toFixed(0)} MB`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { describeValue, lengthenTo } from './constant-answer.ts';

const spaced = '{"ok" : true, "reason" : "", "list" : [{"n" : 1, "rate" : 0.5, "name" : "é"}]}';

test('an answer serialised by its own schema keeps every value and has the size of the original text', async () => {
  const value = lengthenTo(JSON.parse(spaced) as Record<string, unknown>, Buffer.byteLength(spaced));
  const app = fastify();
  app.get('/', { schema: { response: { 200: describeValue(value) } } }, () => value);
  const { rawPayload, body } = await app.inject('/');
  await app.close();
  assert.equal(rawPayload.length, Buffer.byteLength(spaced));
  assert.deepEqual(JSON.parse(body), value);
  assert.deepEqual({ ...value, reason: '' }, JSON.parse(spaced));
});

test('an answer that cannot be brought to the size is refused', () => {
  assert.throws(() => lengthenTo({ n: 1 }, 100), RangeError);
  assert.throws(() => lengthenTo({ text: 'long' }, 5), RangeError);
});

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { callBack, settingsForSandbox } from '../../../test/support/sandbox.ts';

const SECRET = 'SecretOfATestSecretOfATestSecret0001';
const CPF = '90010020055';
noteCanary(SECRET, CPF);

const ended = (id: string) => ({
  event_type: 'request_completed',
  reference_type: 'request',
  reference_id: id,
});
const information = (id: string, code: unknown) => ({
  callback_id: 'c',
  event_type: 'response_created',
  reference_type: 'request',
  reference_id: id,
  payload: { request_id: id, response_type: 'application_info', response_data: { code, message: 'x' } },
});

describe('a callback of a source of lawsuits', () => {
  let test: TestApi;
  let woken: string[] = [];
  before(async () => {
    test = await startTestApi({
      env: {
        ...settingsForSandbox('http://127.0.0.1:9', 'pluggy'),
        FAROL_JUDIT_CALLBACK_SECRET: SECRET,
      },
      onLawsuitsReady: ({ connector, ref }) => {
        woken.push(`${connector} ${ref}`);
        return Promise.resolve();
      },
    });
  });
  after(() => test.close());
  const call = async (payload: unknown, path = `judit/${SECRET}`, headers = {}) => {
    woken = [];
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return test.api.app.inject({
      method: 'POST',
      url: `/v1/callbacks/${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    });
  };

  it('wakes whoever waits for the search, in both forms and as often as it comes', async () => {
    for (const body of [
      ended('abc-1'),
      information('abc-1', 600),
      information('abc-1', 'REQUEST_COMPLETED'),
    ]) {
      const answer = await call(body);
      assert.deepEqual([answer.statusCode, answer.json()], [200, { success: true }]);
      assert.deepEqual(woken, ['judit abc-1']);
    }
    await call(ended('abc-1'));
    assert.deepEqual(woken, ['judit abc-1']);
  });

  it('wakes nobody for a case, another kind of message, or an id that is none', async () => {
    const found = {
      response_type: 'lawsuit',
      response_data: { code: '1', parties: [{ main_document: CPF }] },
    };
    for (const body of [
      { ...ended('abc-1'), event_type: 'response_created', payload: { request_id: 'abc-1', ...found } },
      { ...ended('abc-1'), reference_type: 'tracking' },
      information('abc-1', 601),
      ended('../../requests'),
      ended('x'.repeat(200)),
      {},
      { payload: 'x' },
    ]) {
      assert.equal((await call(body)).statusCode, 200, JSON.stringify(body));
      assert.deepEqual(woken, []);
    }
  });

  it('is not known without its secret, whatever it says', async () => {
    for (const path of [
      `judit/${SECRET.slice(1)}`,
      `judit/${SECRET.toLowerCase()}`,
      'judit/x',
      `other/${SECRET}`,
    ]) {
      const answer = await call(ended('abc-1'), path);
      assert.deepEqual(
        [answer.statusCode, answer.json<{ error: string }>().error],
        [404, 'ObjectNotFoundException'],
      );
      assert.deepEqual(woken, []);
    }
    assert.equal((await call('{"broken', 'judit/x')).statusCode, 404, 'and its body is not read');
  });

  it('is refused when its body is no JSON object, or too large', async () => {
    assert.equal((await call('{"broken')).statusCode, 400);
    assert.equal((await call('[1]')).statusCode, 400);
    assert.equal((await call(ended('abc-1'), undefined, { 'content-type': 'text/plain' })).statusCode, 415);
    assert.equal((await call({ x: 'y'.repeat(2_000_000) })).statusCode, 413);
    assert.deepEqual(woken, []);
  });

  it('arrives over a real socket as the sandbox sends it', async () => {
    await test.api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.api.app.server.address() as AddressInfo;
    woken = [];
    callBack(`http://127.0.0.1:${port}/v1/callbacks/judit/${SECRET}`, 'abc-2', 0);
    for (let tries = 0; woken.length === 0 && tries < 100; tries += 1) {
      await sleep(20);
    }
    assert.deepEqual(woken, ['judit abc-2']);
  });
});

it('is not known where no secret is set', async () => {
  const test = await startTestApi({ env: settingsForSandbox('http://127.0.0.1:9', 'pluggy') });
  const url = '/v1/callbacks/judit/undefined';
  const answer = await test.api.app.inject({ method: 'POST', url, payload: ended('abc-1') });
  assert.equal(answer.statusCode, 404);
  await test.close();
});

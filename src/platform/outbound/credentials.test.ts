import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import { Secret } from '../secret.ts';
import { parseBaseAddress } from './base-address.ts';
import { clientCredentials } from './credentials.ts';
import type { TokenGrant } from './credentials.ts';
import { ask, GOOD_BODY, openTestClient, startUpstream } from './fixtures/upstream.ts';

const SECRET = 'client-secret-of-a-test';
noteCanary(SECRET, 'token-of-a-test-');

type Source = {
  tokens: number;
  forms: string[];
  basic: string;
  valid: string;
  lifeSeconds: number;
  refuses: number | null;
};

async function startAuthorizedSource(): Promise<{ url: string; source: Source }> {
  const source: Source = { tokens: 0, forms: [], basic: '', valid: '', lifeSeconds: 3600, refuses: null };
  const giveToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    source.forms.push(Buffer.concat(await request.toArray()).toString());
    source.basic = request.headers.authorization?.replace('Basic ', '') ?? '';
    source.tokens += 1;
    source.valid = `token-of-a-test-${source.tokens}`;
    const body = { access_token: source.valid, token_type: 'Bearer', expires_in: source.lifeSeconds };
    if (source.refuses === null)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    else response.writeHead(source.refuses).end();
  };
  const { url } = await startUpstream((request, response) => {
    if (request.url === '/token') void giveToken(request, response);
    else if (request.headers.authorization !== `Bearer ${source.valid}`) response.writeHead(401).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(GOOD_BODY);
  });
  return { url, source };
}

const oauthAt = (url: string): TokenGrant =>
  clientCredentials(parseBaseAddress(`${url}/token`), new Secret('client-id'), new Secret(SECRET));

test('fetches one token for a hundred questions, also when they come at once', async () => {
  const { url, source } = await startAuthorizedSource();
  const { client, logged } = openTestClient(url, { credentials: oauthAt(url) });
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => client.ask(ask())));
  for (let call = 0; call < 50; call += 1) outcomes.push(await client.ask(ask()));
  assert.ok(outcomes.every(({ kind }) => kind === 'ready'));
  assert.equal(source.tokens, 1);
  assert.equal(source.forms[0], 'grant_type=client_credentials');
  assert.equal(source.basic, Buffer.from(`client-id:${SECRET}`).toString('base64'));
  assert.ok(!logged().includes(SECRET) && !logged().includes('token-of-a-test'));
});

test('renews a token once when the source no longer takes it, for all questions together', async () => {
  const { url, source } = await startAuthorizedSource();
  const { client } = openTestClient(url, { credentials: oauthAt(url) });
  await client.ask(ask());
  source.valid = 'revoked by the source';
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => client.ask(ask())));
  assert.ok(outcomes.every(({ kind }) => kind === 'ready'));
  assert.equal(source.tokens, 2);
});

test('gives up with a fault of access when a new token does not help either', async () => {
  const { url, source } = await startAuthorizedSource();
  const { client } = openTestClient(url, {
    credentials: { ...oauthAt(url), header: () => ({ authorization: 'no' }) },
  });
  const outcome = await client.ask(ask({ costCents: 5 }));
  assert.equal(outcome.kind === 'failed' && outcome.fault.code, 'AUTH');
  assert.equal(outcome.kind === 'failed' && outcome.fault.retry, 'NEVER');
  assert.equal(source.tokens, 2);
});

test('fetches a new token before the old one ends', async () => {
  const { url, source } = await startAuthorizedSource();
  source.lifeSeconds = 1;
  const { client } = openTestClient(url, { credentials: oauthAt(url) });
  await client.ask(ask());
  await new Promise((resolve) => {
    setTimeout(resolve, 950);
  });
  await client.ask(ask());
  assert.equal(source.tokens, 2);
});

test('charges nothing when there is no token to be had', async () => {
  const { url, source } = await startAuthorizedSource();
  for (const [status, code] of [
    [401, 'AUTH'],
    [400, 'AUTH'],
    [500, 'SOURCE_DOWN'],
    [429, 'RATE_LIMITED'],
  ] as const) {
    source.refuses = status;
    const { client } = openTestClient(url, { credentials: oauthAt(url) });
    const outcome = await client.ask(ask({ method: 'POST', body: {}, isRepeatable: false, costCents: 700 }));
    assert.ok(outcome.kind === 'failed');
    assert.deepEqual([outcome.fault.code, outcome.fault.maybeBilled], [code, false]);
  }
});

test('refuses a token that would break out of its header', async () => {
  const upstream = await startUpstream((_request, response) => {
    const body = JSON.stringify({ access_token: 'x\r\nx-evil: 1', expires_in: 10 });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const { client } = openTestClient(upstream.url, { credentials: oauthAt(upstream.url) });
  const outcome = await client.ask(ask());
  assert.equal(outcome.kind === 'failed' && outcome.fault.code, 'BAD_SHAPE');
});

test('shows a fixed key in its header', async () => {
  let shown: string | undefined;
  const upstream = await startUpstream((request, response) => {
    shown = String(request.headers['x-api-key']);
    response.writeHead(200, { 'content-type': 'application/json' }).end(GOOD_BODY);
  });
  const { client } = openTestClient(upstream.url, {
    credentials: { kind: 'headers', headers: { 'x-api-key': new Secret(SECRET) } },
  });
  assert.equal((await client.ask(ask())).kind, 'ready');
  assert.equal(shown, SECRET);
});

test('fetches tokens from another host where they are given there', async () => {
  const { url, source } = await startAuthorizedSource();
  let shown = '';
  const answering = await startUpstream((request, response) => {
    shown = request.headers.authorization ?? '';
    response.writeHead(200, { 'content-type': 'application/json' }).end(GOOD_BODY);
  });
  const { client } = openTestClient(answering.url, { credentials: oauthAt(url) });
  assert.equal((await client.ask(ask())).kind, 'ready');
  assert.equal(shown, `Bearer ${source.valid}`);
});

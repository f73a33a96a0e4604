import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';

const QUOTA = 300;
const WINDOW_MS = 600_000;
const BALANCE = '/v1/holder/1/organization/1/balance';

describe('limits over three nodes', () => {
  const nodes: TestApi[] = [];
  before(async () => {
    const env = {
      FAROL_RATE_LIMITS: 'on',
      FAROL_RATE_READS: `${QUOTA}/${WINDOW_MS / 1000}`,
      FAROL_RATE_LOGIN: '1000/60',
    };
    const first = await startTestApi({ env });
    nodes.push(first);
    for (let count = 0; count < 2; count += 1) {
      const keyFile = { FAROL_KEY_FILE: first.config.keyFile };
      nodes.push(await startTestApi({ database: first.database, env: { ...env, ...keyFile } }));
    }
    // So that no test straddles two windows.
    const [{ clock } = first] = nodes;
    const byMs = WINDOW_MS - (clock.nowMs() % WINDOW_MS) + 1000;
    nodes.forEach((node) => node.clock.advance(byMs));
  });
  after(async () => {
    for (const node of nodes.toReversed()) {
      await node.close();
    }
  });
  const read = (index: number, token: string) => {
    const node = nodes[index % nodes.length];
    assert.ok(node);
    return node.inject({ url: BALANCE, headers: bearer(token) });
  };

  it('admit exactly the policy between them, tell it, and say when to come back', async () => {
    const [first] = nodes;
    assert.ok(first);
    const { token } = await logIn(first);
    const answers = await Promise.all(Array.from({ length: 3 * QUOTA }, (_, index) => read(index, token)));
    const admitted = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    assert.deepEqual([admitted.length, refused.length], [QUOTA, 2 * QUOTA]);
    for (const { headers } of answers) {
      assert.equal(headers['ratelimit-policy'], `"reads";q=${QUOTA};w=${WINDOW_MS / 1000}`);
      assert.match(String(headers['ratelimit']), /^"reads";r=\d+;t=\d+$/);
    }
    for (const { headers } of refused) {
      const [, seconds = ''] = /t=(\d+)$/.exec(String(headers['ratelimit'])) ?? [];
      assert.ok(Number(headers['retry-after']) >= Number(seconds));
    }
    const waitMs = Number(refused.at(-1)?.headers['retry-after']) * 1000;
    nodes.forEach((node) => node.clock.advance(waitMs));
    const later = await Promise.all(Array.from({ length: 50 }, (_, index) => read(index, token)));
    assert.ok(
      later.every(({ statusCode }) => statusCode === 200),
      'who waited is let in',
    );
  });

  it('count each session for itself', async () => {
    const [first] = nodes;
    assert.ok(first);
    const { token } = await logIn(first);
    const response = await read(0, token);
    assert.equal(response.statusCode, 200);
  });
});

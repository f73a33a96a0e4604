import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { startRegisterApi } from '../../../test/support/register.ts';
import type { RegisterApi } from '../../../test/support/register.ts';

const GOOD = '90010020055';
const SIGNED = '2026-11-01T12:00:00Z';
const proof = {
  organizationId: 1,
  document: '900.100.200-55',
  mode: 'OWN_PROOF',
  textHash: 'ab'.repeat(32),
  signedAt: SIGNED,
  signers: [{ name: 'Maria Sandbox', document: '90010020136', email: 'maria@example.com' }],
};

describe('consents', () => {
  let test: RegisterApi;
  let token: string;
  before(async () => {
    test = await startRegisterApi({ scr: 'celcoin', env: { FAROL_SCR_CONSENT: 'required' } });
    token = (await logIn(test)).token;
    await test.startWorker();
  });
  after(() => test.close());

  const show = (payload: object, { headers = {}, who = token } = {}) =>
    test.inject({
      method: 'POST',
      url: '/v1/scr/consents',
      headers: { ...bearer(who), ...headers },
      payload,
    });

  it('are recorded once, and open the register', async () => {
    assert.equal((await test.ask(token, GOOD)).statusCode, 403);
    const first = await show(proof, { headers: { 'idempotency-key': 'one' } });
    assert.equal(first.statusCode, 200, first.body);
    const { consentId, createdAt, ...rest } = first.json();
    assert.match(consentId, /^[0-9a-f-]{36}$/);
    assert.match(createdAt, /Z$/);
    assert.deepEqual(rest, { organizationId: 1, document: GOOD, mode: 'OWN_PROOF', expiresAt: null });
    assert.equal((await show(proof, { headers: { 'idempotency-key': 'one' } })).body, first.body);
    assert.equal((await show({ ...proof, document: GOOD })).body, first.body);
    const rows = await test.database.admin('select id from farol.scr_consents');
    assert.equal(rows.length, 1);
    assert.equal((await test.finish(token, GOOD)).statusCode, 200);
  });

  it('of a kind that the source cannot use do not count', async () => {
    const document = '90010020993';
    const linked = { organizationId: 1, document, mode: 'LINKED_ITEM', itemId: 'item-1' };
    assert.equal((await show(linked)).statusCode, 200);
    assert.equal((await test.ask(token, document)).statusCode, 403);
  });

  it('let a question start anew that failed for want of one', async () => {
    const document = '90010020802';
    const given = { ...proof, document };
    await show(given);
    const refused = await test.finish(token, document);
    assert.deepEqual(
      [refused.statusCode, refused.json().message],
      [403, 'The source does not accept the consent'],
    );
    await show({ ...given, textHash: 'cd'.repeat(32) });
    assert.equal((await test.ask(token, document)).statusCode, 202);
  });

  it('are refused when they cannot be true', async () => {
    const wrong: [object, number][] = [
      [{ ...proof, document: '90010020056' }, 400],
      [{ ...proof, signedAt: '2999-01-01T00:00:00Z' }, 400],
      [{ ...proof, signedAt: '2026-13-41T00:00:00Z' }, 400],
      [{ ...proof, textHash: 'short' }, 400],
      [{ ...proof, signers: [] }, 400],
      [{ ...proof, signers: [{ name: 'Maria', document: '1' }] }, 400],
      [{ ...proof, itemId: 'x' }, 400],
      [{ ...proof, mode: 'VENDOR_COLLECTS' }, 400],
      [{ ...proof, organizationId: 3 }, 403],
      [{ ...proof, organizationId: 3, document: '1' }, 400],
    ];
    for (const [body, status] of wrong) {
      const response = await show(body);
      assert.equal(response.statusCode, status, JSON.stringify(body));
    }
    assert.deepEqual((await show({ ...proof, document: '1' })).json().status, 'INVALID_DOCUMENT');
  });

  it('of another organization are not seen', async () => {
    const other = (await logIn(test, 'other')).token;
    assert.equal((await show(proof, { who: other })).statusCode, 403);
    assert.equal((await test.ask(other, GOOD)).statusCode, 403);
    const basic = (await logIn(test, 'basic')).token;
    const refused = await show({ ...proof, organizationId: 2 }, { who: basic });
    assert.deepEqual([refused.statusCode, refused.json().status], [403, 'PLAN_NOT_ALLOWED']);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { hurryJobs } from '../../../test/support/burnt-attempts.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startRegisterApi } from '../../../test/support/register.ts';
import type { RegisterApi } from '../../../test/support/register.ts';

const ENDING = '90010020055';
const REVOKED = '90010020993';
const WAITING = '90010021027';
const HOUR_MS = 3_600_000;

describe('the end of a consent', () => {
  let test: RegisterApi;
  let token: string;
  before(async () => {
    test = await startRegisterApi({ scr: 'celcoin', env: { FAROL_SCR_CONSENT: 'required' } });
    token = (await logIn(test)).token;
    await test.startWorker();
  });
  after(() => test.close());

  const proofOf = (document: string, more: object = {}): object => ({
    organizationId: 1,
    document,
    mode: 'OWN_PROOF',
    textHash: 'ab'.repeat(32),
    signedAt: '2026-01-01T12:00:00Z',
    signers: [{ name: 'Maria Sandbox', document: '90010020136' }],
    ...more,
  });
  const show = (payload: object) =>
    test.inject({ method: 'POST', url: '/v1/scr/consents', headers: bearer(token), payload });
  const revoke = (consentId: string, { query = '', who = token } = {}) =>
    test.inject({ method: 'DELETE', url: `/v1/scr/consents/${consentId}${query}`, headers: bearer(who) });
  const inAnHour = (): string => new Date(test.clock.nowMs() + HOUR_MS).toISOString();
  const auditOf = async (consentId: string): Promise<string[]> => {
    const rows = await test.database.admin(
      'select action from farol.audit_records where subject = $1 and organization_id = 1 order by row_id',
      [`consent ${consentId}`],
    );
    return rows.map((row) => (row as { action: string }).action);
  };

  it('by revocation closes the register at once, is on record, and cannot be taken back', async () => {
    const given = await show(proofOf(REVOKED));
    const { consentId, createdAt } = given.json();
    assert.equal(given.json().expiresAt, null);
    assert.equal((await test.finish(token, REVOKED)).statusCode, 200);
    const first = await revoke(consentId);
    assert.equal(first.statusCode, 200, first.body);
    const { revokedAt, ...rest } = first.json();
    assert.match(revokedAt, /Z$/);
    assert.deepEqual(rest, {
      consentId,
      organizationId: 1,
      mode: 'OWN_PROOF',
      createdAt,
      expiresAt: null,
    });
    assert.deepEqual((await revoke(consentId)).json(), first.json());
    const refused = await test.ask(token, REVOKED);
    assert.deepEqual([refused.statusCode, refused.json().type], [403, 'ConsentRequiredException']);
    const again = await show(proofOf(REVOKED));
    assert.deepEqual([again.statusCode, again.json().type], [409, 'ConflictException']);
    assert.equal((await show(proofOf(REVOKED, { expiresAt: inAnHour() }))).statusCode, 409);
    assert.deepEqual(await auditOf(consentId), [
      'scr.consent',
      'scr.consent.revoke',
      'scr.consent.revoke.again',
    ]);
    assert.equal((await show(proofOf(REVOKED, { textHash: 'cd'.repeat(32) }))).statusCode, 200);
    assert.equal((await test.ask(token, REVOKED)).json().source, 'cache');
  });

  it('counts for a question that is under way: the source is not asked, and the unit is given back', async () => {
    const earlier = await test.available();
    const { consentId } = (await show(proofOf(WAITING))).json();
    test.world.behave('celcoin', { mode: 'down' });
    assert.equal((await test.ask(token, WAITING)).statusCode, 202);
    await eventually(() => (test.world.calls().celcoin.documents[WAITING] ?? 0) > 0, 10_000);
    assert.equal((await revoke(consentId)).statusCode, 200);
    test.world.behave('celcoin', { mode: 'normal' });
    const asked = test.world.calls().celcoin.documents[WAITING] ?? 0;
    await eventually(async () => {
      await hurryJobs(test.database);
      const rows = await test.database.admin(
        `select 1 from farol.scr_enquiries where status = 'FAILED' and fault = 'CONSENT_NEEDED'`,
      );
      return rows.length === 1;
    }, 10_000);
    assert.equal(test.world.calls().celcoin.documents[WAITING] ?? 0, asked);
    assert.equal(await test.available(), earlier);
  });

  it('by its date closes the register, and is no date that has passed', async () => {
    const expiresAt = inAnHour();
    const given = await show(proofOf(ENDING, { expiresAt }));
    assert.equal(given.json().expiresAt, expiresAt);
    assert.equal((await show(proofOf(ENDING, { expiresAt }))).body, given.body);
    const other = await show(proofOf(ENDING));
    assert.deepEqual([other.statusCode, other.json().type], [409, 'ConflictException']);
    assert.equal((await test.finish(token, ENDING)).statusCode, 200);
    test.clock.advance(HOUR_MS + 1000);
    const refused = await test.ask(token, ENDING);
    assert.deepEqual([refused.statusCode, refused.json().type], [403, 'ConsentRequiredException']);
    for (const wrong of [expiresAt, '2026-13-41T00:00:00Z', 'soon']) {
      assert.equal((await show(proofOf(ENDING, { expiresAt: wrong }))).statusCode, 400);
    }
  });

  it('is for its own organization to bring about', async () => {
    const { consentId } = (await show(proofOf('90010020136', { textHash: 'ef'.repeat(32) }))).json();
    const other = (await logIn(test, 'other')).token;
    assert.equal((await revoke(consentId, { who: other })).statusCode, 404);
    const foreign = await revoke(consentId, { who: other, query: '?organizationId=1' });
    assert.deepEqual([foreign.statusCode, foreign.json().type], [403, 'ErrorForbiddenException']);
    const unknown = await revoke('not-an-id');
    assert.deepEqual([unknown.statusCode, unknown.json().type], [404, 'ObjectNotFoundException']);
    assert.deepEqual(await auditOf(consentId), ['scr.consent']);
    assert.equal((await revoke(consentId, { query: '?organizationId=1' })).statusCode, 200);
  });
});

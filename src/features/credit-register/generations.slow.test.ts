import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { logIn } from '../../../test/support/api.ts';
import { startRegisterApi } from '../../../test/support/register.ts';
import type { RegisterApi } from '../../../test/support/register.ts';
import { aCpf } from '../../documents/fixtures/documents.ts';

/** Invented people of the sandbox: each has a credit picture drawn from the document, the same for both sources. */
const PEOPLE = fc.sample(aCpf, { numRuns: 40, seed: 5 });

describe('the two generations of the register’s answer', () => {
  let newer: RegisterApi;
  let older: RegisterApi;
  before(async () => {
    newer = await startRegisterApi({ scr: 'pluggy' });
    older = await startRegisterApi({ scr: 'celcoin' });
    await Promise.all([newer.startWorker(), older.startWorker()]);
  });
  after(async () => {
    await newer.close();
    await older.close();
  });

  it('give the same indicators for the same facts', async () => {
    const [mine, theirs] = [(await logIn(newer)).token, (await logIn(older)).token];
    let withCredit = 0;
    for (const document of PEOPLE) {
      const [one, other] = await Promise.all([newer.finish(mine, document), older.finish(theirs, document)]);
      assert.equal(one.statusCode, 200, one.body);
      const [told, toldBefore] = [one.json().indicators, other.json().indicators];
      // How many operations stand behind the groups is told by the older generation alone.
      assert.deepEqual({ ...told, operations: 0 }, { ...toldBefore, operations: 0 });
      withCredit += told.byBucket.length > 0 ? 1 : 0;
    }
    assert.ok(withCredit > PEOPLE.length / 2);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { countBurnt, hurryJobs } from '../../../test/support/burnt-attempts.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startRegisterApi } from '../../../test/support/register.ts';
import type { RegisterApi } from '../../../test/support/register.ts';

/** Enough to open the breaker, which takes five failures. */
const DOCUMENTS = [
  '90010020055',
  '90010020136',
  '90010020993',
  '90010021027',
  '90010021000180',
  'ZZ90X001000181',
];
const CALLS_OF_A_PROBE = 3;
const PROBES = 5;

describe('a question that probes a register which is still down', () => {
  let test: RegisterApi;
  before(async () => {
    test = await startRegisterApi();
    await test.startWorker();
  });
  after(() => test.close());

  const asked = (): number => test.world.calls().pluggy.total;
  const waitForProbes = (count: number): Promise<number> => {
    const until = asked() + count * CALLS_OF_A_PROBE;
    return eventually(async () => {
      await hurryJobs(test.database);
      return asked() >= until;
    }, 30_000);
  };

  it('is postponed, loses no attempt, and is answered once the register is back', async () => {
    const { token } = await logIn(test);
    test.world.behave('pluggy', { mode: 'down' });
    await Promise.all(DOCUMENTS.map((document) => test.ask(token, document)));
    await eventually(() => asked() >= DOCUMENTS.length * CALLS_OF_A_PROBE, 10_000);
    await waitForProbes(1);
    const burnt = await countBurnt(test.database, 'scr.run');
    await waitForProbes(PROBES);
    assert.equal(await countBurnt(test.database, 'scr.run'), burnt);
    test.world.behave('pluggy', { mode: 'normal' });
    for (const document of DOCUMENTS) {
      assert.equal((await test.finish(token, document)).statusCode, 200);
    }
  });
});

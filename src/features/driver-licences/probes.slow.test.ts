import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { countBurnt, hurryJobs } from '../../../test/support/burnt-attempts.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { documentWith, startLicenceApi } from '../../../test/support/licences.ts';
import type { CnhRecord, LicenceApi } from '../../../test/support/licences.ts';

const GOOD = documentWith('ANSWERS');
const REQUESTS = 8;
/** The breaker opens at five failures; from then on only one question at a time gets through. */
const CALLS_OF_A_PROBE = 3;
const PROBES = 5;

describe('a request that probes a source which is still down', () => {
  let test: LicenceApi;
  let worker: Awaited<ReturnType<LicenceApi['startWorker']>>;
  before(async () => {
    test = await startLicenceApi({ FAROL_SENATRAN_COST_CENTS: '66' });
    worker = await test.startWorker();
  });
  after(() => test.close());

  const asked = (): number => test.world.calls().senatran.total;
  const waitForProbes = (count: number): Promise<number> => {
    const until = asked() + count * CALLS_OF_A_PROBE;
    return eventually(async () => {
      await hurryJobs(test.database);
      return asked() >= until;
    }, 30_000);
  };

  it('is postponed and loses no attempt', async () => {
    const { token } = await logIn(test);
    test.world.behave('senatran', { mode: 'down' });
    const created = await Promise.all(Array.from({ length: REQUESTS }, () => test.request(token, GOOD)));
    await eventually(() => asked() >= REQUESTS * CALLS_OF_A_PROBE, 10_000);
    await waitForProbes(1);
    const burnt = await countBurnt(test.database, 'cnh.run');
    await waitForProbes(PROBES);
    assert.equal(await countBurnt(test.database, 'cnh.run'), burnt);
    const meanwhile = await worker.metrics.text();
    assert.match(meanwhile, /^farol_source_breaker\{source="senatran"\} [12]$/m);
    assert.match(
      meanwhile,
      /^farol_source_calls_total\{source="senatran",outcome="failed",fault="SOURCE_DOWN"\} \d+$/m,
    );
    test.world.behave('senatran', { mode: 'normal' });
    const records = await test.finish(
      token,
      ...created.map((response) => response.json<CnhRecord>().requestId),
    );
    assert.ok(records.every(({ status }) => status === 'DONE'));
    const figures = await worker.metrics.text();
    assert.match(figures, /^farol_source_calls_total\{source="senatran",outcome="ready",fault=""\} 8$/m);
    assert.match(figures, /^farol_source_breaker\{source="senatran"\} 0$/m);
    assert.match(figures, /^farol_source_call_seconds_count\{source="senatran"\} \d+$/m);
    assert.match(figures, /^farol_source_cost_cents_total\{source="senatran"\} [1-9]\d*$/m);
    assert.ok(!figures.includes(GOOD));
    assert.doesNotMatch(await test.api.metrics.text(), /farol_source/);
  });
});

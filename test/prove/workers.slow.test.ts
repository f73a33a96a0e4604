// The short forms of what is done to workers, and the proof that a worker without a fence is found.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { countFaults } from './checker.ts';
import { prove } from './prove.ts';
import type { Proof, ProveOptions } from './prove.ts';
import { describeFaults, describeFigures } from './report.ts';
import { getScenario } from './scenarios.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const SEED = 20_261_115;

describe('jobs have one effect, whatever happens to their workers', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ keep: false });
  });
  after(() => stage.close());

  async function run(scenario: string, options: Partial<ProveOptions> = {}): Promise<Proof> {
    const proof = await prove(stage.cluster, {
      scenario: getScenario(scenario),
      form: 'short',
      seed: SEED,
      journalDir: stage.folder,
      ...options,
    });
    describeFigures(proof).forEach((figure) => console.log(figure));
    return proof;
  }

  async function assertHolds(scenario: string): Promise<void> {
    const proof = await run(scenario);
    assert.deepEqual(describeFaults(proof), []);
    assert.equal(countFaults(proof.faults), 0);
    assert.ok(proof.acknowledged > 0, 'nothing was proved');
  }

  it('when they are killed and stopped under load', () => assertHolds('worker-kills'));
  it('when they wake up after another one took their jobs', () => assertHolds('zombie-workers'));
  it('when jobs crash them', () => assertHolds('poison'));

  it('is not claimed when a job is settled without naming its attempt', async () => {
    const { faults } = await run('zombie-workers', { bug: 'settled-without-attempt' });
    assert.ok(faults.I4.length > 0, 'a second effect was not found by I4');
    assert.ok(faults.I5.length > 0, 'the stale attempt was not found by I5');
  });
});

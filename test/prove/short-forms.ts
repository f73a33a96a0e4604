// What the tests of the proofs share: one stage for a file, on which short forms are played.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { countFaults } from './checker.ts';
import { prove } from './prove.ts';
import type { Proof, ProveOptions } from './prove.ts';
import { describeFaults, describeFigures } from './report.ts';
import { getScenario } from './scenarios.ts';
import { openStage } from './stage.ts';

const SEED = 20_261_115;

export type ShortForms = {
  run(scenario: string, options?: Partial<ProveOptions>): Promise<Proof>;
  assertHolds(scenario: string): Promise<void>;
};

/** Ends with the test file. */
export async function openShortForms(): Promise<ShortForms> {
  const stage = await openStage({ keep: false });
  after(() => stage.close());
  const run: ShortForms['run'] = async (scenario, options = {}) => {
    const proof = await prove(stage.cluster, {
      scenario: getScenario(scenario),
      form: 'short',
      seed: SEED,
      journalDir: stage.folder,
      ...options,
    });
    describeFigures(proof).forEach((figure) => console.log(figure));
    return proof;
  };
  return {
    run,
    assertHolds: async (scenario) => {
      const proof = await run(scenario);
      assert.deepEqual(describeFaults(proof), []);
      assert.equal(countFaults(proof.faults), 0);
      assert.ok(proof.acknowledged > 0, 'nothing was proved');
    },
  };
}

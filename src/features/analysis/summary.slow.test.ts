import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NATURE, TRAIT } from '../cases/index.ts';
import type { DossierCase } from '../cases/index.ts';
import { classify } from './classification.ts';
import { ON, aDossierCase } from './fixtures/dossier-case.ts';
import { createSummary, findInvariantFaults } from './summary.ts';

const CASES = 100_000;
const MOST_MS = 200;

/** Every case is the document's own debt, which is the dearest there is: nothing is passed over. */
function anIndebtedDossier(): DossierCase[] {
  return Array.from({ length: CASES }, (_, index) =>
    aDossierCase({
      natures: index % 3 === 0 ? NATURE.EXECUTION : NATURE.CIVIL,
      traits: index % 7 === 0 ? TRAIT.TAX_EXECUTION : 0,
      value: index % 5 === 0 ? null : `${index * 37}.${String(index % 100).padStart(2, '0')}`,
      severeOn: index % 4 === 0 ? '2025-01-02' : null,
      isActive: index % 6 !== 0,
    }),
  );
}

/** Of this thread alone, so that whatever else runs on the machine does not count. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test('100,000 cases are classified and summed up within 200 ms of one processor', () => {
  const cases = anIndebtedDossier();
  const run = (): void => {
    const summary = createSummary();
    for (const known of cases) summary.add(known, classify(known, ON));
    const wire = summary.toWire();
    assert.equal(wire.ALL.totalProcess, CASES);
    assert.deepEqual(findInvariantFaults(wire), []);
  };
  const bestMs = Math.min(...Array.from({ length: 3 }, () => cpuMs(run)));
  assert.ok(bestMs < MOST_MS, `${bestMs} ms`);
});

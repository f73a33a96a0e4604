import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { projectDir } from '../../test/support/database.ts';
import { loadConfig } from '../config.ts';
import { describeProcess } from '../platform/imports/runners.ts';
import { needsPopulation } from './first-population.ts';

describe('whether a start loads the sandbox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farol-population-'));
  after(() => rmSync(folder, { recursive: true }));
  const judge = (runners: readonly string[], env: Record<string, string> = {}): boolean =>
    needsPopulation(loadConfig(projectDir, { FAROL_DATA_DIR: folder, ...env }), runners);
  const [ours, operator] = [describeProcess(4001), describeProcess(4002)];

  it('does into an empty registry, where demo tenants are allowed and it is wanted', () => {
    assert.equal(judge([]), true);
    assert.equal(judge([], { FAROL_SANDBOX_POPULATION: 'none' }), false);
    assert.equal(judge([], { FAROL_DEMO: 'off' }), false);
    assert.equal(judge([], { FAROL_DATABASE_URL: 'postgres://somewhere/farol' }), false);
  });

  it('goes on with a load of its own that was stopped, unless somebody else imported something', () => {
    assert.equal(judge([ours]), false, 'it came to its end');
    writeFileSync(join(folder, 'sandbox-being-loaded'), `${ours}\n`);
    assert.equal(judge([ours]), true);
    assert.equal(judge([ours, operator]), false);
  });
});

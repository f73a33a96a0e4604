import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from './verdict.ts';

const steady = [0.7, 0.71, 0.69, 0.7, 0.72];

test('steady rounds at or above the limit meet it', () => {
  assert.equal(judge({ figures: steady, limit: 0.65, faults: [] }), 'met');
  assert.equal(judge({ figures: steady, limit: 0.7, faults: [] }), 'met');
});

test('steady rounds below the limit miss it', () => {
  assert.equal(judge({ figures: steady, limit: 0.701, faults: [] }), 'MISSED');
});

test('rounds more than a fifth apart give no conclusion, above the limit as below it', () => {
  const restless = [0.5, 0.7, 0.71];
  assert.equal(judge({ figures: restless, limit: 0.1, faults: [] }), 'no conclusion');
  assert.equal(judge({ figures: restless, limit: 0.9, faults: [] }), 'no conclusion');
  assert.equal(judge({ figures: restless, limit: null, faults: [] }), 'no conclusion');
});

test('a single refused answer makes a row invalid, however good its figures', () => {
  assert.equal(judge({ figures: steady, limit: 0.65, faults: ['1 answer was not 2xx'] }), 'INVALID');
  assert.equal(judge({ figures: [], limit: 0.65, faults: ['1 answer was not 2xx'] }), 'INVALID');
});

test('a row without a limit or without rounds says so', () => {
  assert.equal(judge({ figures: steady, limit: null, faults: [] }), 'no limit');
  assert.equal(judge({ figures: [], limit: 0.65, faults: [] }), 'not run');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, judgeFigure } from './verdict.ts';

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

test('a figure keeps its limit when every round does, and misses it when the middle one does', () => {
  assert.equal(judgeFigure([1200, 1000, 1500], { atLeast: 1000 }), 'met');
  assert.equal(judgeFigure([1200, 999, 1500], { atLeast: 1000 }), 'no conclusion');
  assert.equal(judgeFigure([1200, 999, 900], { atLeast: 1000 }), 'MISSED');
  assert.equal(judgeFigure([4, 20, 12], { atMost: 20 }), 'met');
  assert.equal(judgeFigure([21, 30, 12], { atMost: 20 }), 'MISSED');
  assert.equal(judgeFigure([], { atMost: 20 }), 'not run');
  assert.equal(judgeFigure([7], null), 'no limit');
});

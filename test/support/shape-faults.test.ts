import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findShapeFaults, listOf, orNull } from './shape-faults.ts';

const SHAPE = {
  id: 'integer',
  name: 'words',
  paid: 'money',
  at: orNull('moment'),
  items: listOf({ code: 'text', is: 'flag' }, 1),
} as const;
const GOOD = {
  id: 7,
  name: 'a',
  paid: '1.50',
  at: '2026-11-15T12:00:00.000Z',
  items: [{ code: '', is: true }],
};

describe('the keys that a client reads', () => {
  it('are all there, of the right type', () => {
    assert.deepEqual(findShapeFaults(GOOD, SHAPE), []);
    assert.deepEqual(findShapeFaults({ ...GOOD, at: null }, SHAPE), []);
  });

  for (const [what, body, fault] of [
    ['a key that is missing', { ...GOOD, items: [{ code: '' }] }, 'body.items[0].is is missing'],
    ['a key that is added', { ...GOOD, more: 1 }, 'body.more is added'],
    ['a number as text', { ...GOOD, id: '7' }, 'body.id is no integer'],
    ['a number with a fraction', { ...GOOD, id: 7.5 }, 'body.id is no integer'],
    ['nothing where a word must be', { ...GOOD, name: '' }, 'body.name is no words'],
    ['money as a number', { ...GOOD, paid: 1.5 }, 'body.paid is no money'],
    ['a time without its zone', { ...GOOD, at: '2026-11-15T12:00:00' }, 'body.at is no moment'],
    ['null where there is none', { ...GOOD, items: null }, 'body.items is no list'],
    ['an empty list that must hold something', { ...GOOD, items: [] }, 'body.items has fewer than 1'],
    ['a list in the place of an object', { ...GOOD, items: [[]] }, 'body.items[0] is no object'],
  ] as const) {
    it(`tell of ${what}`, () => assert.deepEqual(findShapeFaults(body, SHAPE), [fault]));
  }
});

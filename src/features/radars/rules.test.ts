import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cursorToPlace, isFinding, pausableAt, placeToCursor, readName, readRadar } from './rules.ts';

describe('the rules of radars', () => {
  it('trim a name, count characters and not halves of them, and take none that is not seen', () => {
    assert.equal(readName(' \t Zé \n'), 'Zé');
    assert.equal(readName('😀'.repeat(200)), '😀'.repeat(200));
    for (const wrong of ['', '  ', '😀'.repeat(201), 'a\u0000b', 'a\u200Bb', '\uD800', null, 7, {}]) {
      assert.equal(readName(wrong), null);
    }
  });

  it('say what is wrong first: fields, name, code, type', () => {
    const right = { name: 'Nome', code: '111.444.777-35', type: 'CPF' };
    assert.deepEqual(readRadar(right), { name: 'Nome', document: '11144477735' });
    for (const [wrong, fault] of [
      [{ id: 1, name: '' }, 'fields'],
      [{ name: '', code: 'x' }, 'name'],
      [{ code: 'x', type: 'x' }, 'code'],
      [{ type: 'CNPJ' }, 'type'],
      [{ type: undefined }, 'type'],
    ] as const) {
      assert.deepEqual(readRadar({ ...right, ...wrong }), { fault });
    }
  });

  it('lead from a place to a cursor and back, and from nothing else', () => {
    const place = { atMicros: '1763208000123456', id: '42' };
    assert.deepEqual(cursorToPlace(placeToCursor(place)), place);
    for (const wrong of [
      '',
      'x',
      `${placeToCursor(place)}=`,
      ` ${placeToCursor(place)}`,
      'MS4y.',
      'LTEuMg',
    ]) {
      assert.equal(cursorToPlace(wrong), null, wrong);
    }
  });

  it('know findings by their kind, and let a radar be paused after seven days', () => {
    for (const right of ['case:00000010220248260001', 'debt:general:1', 'partner:0a', 'registry:1']) {
      assert.ok(isFinding(right), right);
    }
    for (const wrong of ['case:1', 'case:x', 'debt:', 'other:1', 'registry:\n', '']) {
      assert.ok(!isFinding(wrong), wrong);
    }
    assert.equal(pausableAt(Date.UTC(2026, 0, 1)).toISOString(), '2026-01-08T00:00:00.000Z');
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cnpj as peerCnpj, cpf as peerCpf } from 'cpf-cnpj-validator';
import { hasRightCheckDigits, parseCaseNumber } from '../src/documents/case-number.ts';
import type { CaseNumber } from '../src/documents/case-number.ts';
import { isCnpj } from '../src/documents/cnpj.ts';
import { isCpf } from '../src/documents/cpf.ts';
import {
  breakCheckDigit,
  makeCaseNumber,
  makeCnpj,
  makeCpf,
  makeLetteredRoot,
  makeRoot,
  spreadCaseSequence,
  spreadCnpjRoot,
  spreadCpfBase,
} from './numbers.ts';
import { Lottery, Random } from './random.ts';

test('makes the published examples', () => {
  assert.equal(makeCpf(529_982_247), '52998224725');
  assert.equal(makeCnpj('11222333', '0001'), '11222333000181');
  assert.equal(makeCnpj('12ABC345', '01DE'), '12ABC34501DE35');
  const parts = { sequence: 832, year: 2018, court: 401, origin: 3202 };
  assert.equal(makeCaseNumber(parts), '00008323520184013202');
});

test('what it makes is valid for the program and for another library, and broken it is not', () => {
  for (let index = 0; index < 20_000; index += 1) {
    const cpf = makeCpf(spreadCpfBase(index * 37, 5));
    assert.ok(isCpf(cpf) && peerCpf.isValid(cpf), cpf);
    assert.ok(!isCpf(breakCheckDigit(cpf)), cpf);
    const root = spreadCnpjRoot(index * 37, 5);
    const cnpj = makeCnpj(index % 2 === 0 ? makeRoot(root) : makeLetteredRoot(root), '0001');
    assert.ok(isCnpj(cnpj) && (index % 2 === 1 || peerCnpj.isValid(cnpj)), cnpj);
    assert.ok(!isCnpj(breakCheckDigit(cnpj)), cnpj);
    const parts = { year: 2000 + (index % 27), court: 801 + (index % 27), origin: index % 10_000 };
    const number = makeCaseNumber({ sequence: spreadCaseSequence(index, 5), ...parts });
    assert.ok(hasRightCheckDigits(parseCaseNumber(number) as CaseNumber), number);
  }
});

test('never makes a CPF of equal digits, nor a number of the test documents', () => {
  assert.equal(spreadCpfBase(0, 0), 980_000_000);
  assert.ok(isCpf(makeCpf(spreadCpfBase(0, 333_333_333))));
  for (let index = 0; index < 100_000; index += 1) {
    assert.ok(spreadCpfBase(index, 899_999_999) < 900_000_000 || index === 0);
    assert.ok(spreadCnpjRoot(index, 89_999_999) < 90_000_000);
    assert.ok(spreadCaseSequence(index, 8_999_999) < 9_000_000);
  }
});

test('no two indexes get the same number', () => {
  const roots = new Set<string>();
  for (let index = 0; index < 200_000; index += 1) {
    const number = spreadCnpjRoot(index, 77);
    roots.add(index % 32 === 7 ? makeLetteredRoot(number) : makeRoot(number));
  }
  assert.equal(roots.size, 200_000);
});

test('the same seed draws the same, evenly', () => {
  const [first, again] = [new Random(5, 1), new Random(5, 1)];
  const counts = [0, 0, 0, 0];
  for (let draw = 0; draw < 40_000; draw += 1) {
    const value = first.below(4);
    assert.equal(again.below(4), value);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  for (const count of counts) assert.ok(Math.abs(count - 10_000) < 400, String(counts));
  const lottery = new Lottery([
    [1, 'rare'],
    [9, 'common'],
  ]);
  const rare = Array.from({ length: 10_000 }, () => lottery.draw(first)).filter(
    (item) => item === 'rare',
  ).length;
  assert.ok(rare > 850 && rare < 1150, String(rare));
});

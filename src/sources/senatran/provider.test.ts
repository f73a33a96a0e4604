import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import type { Cnh } from '../../features/driver-licences/ports.ts';
import { parseBaseAddress } from '../../platform/outbound/base-address.ts';
import {
  startReplay,
  summaryOf,
  TEST_LIMITS,
  testSurroundings,
} from '../../platform/outbound/fixtures/replay.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import { Secret } from '../../platform/secret.ts';
import { openSenatran, senatran } from './source.ts';

const CPF = '90010020055';
const OPERATOR = '90010029940';
noteCanary(CPF, OPERATOR, 'IARA HORTA DE TESTE');

const EXPECTED: Readonly<Record<string, string | Partial<Cnh>>> = {
  'a licence in force': {
    basis: 'REPORTED',
    cpf: CPF,
    name: 'IARA HORTA DE TESTE',
    motherName: 'FLORA HORTA DE TESTE',
    birthDate: '1990-08-01',
    license: '07870097089',
    formNumber: '2509939900',
    renach: 'PE152807621',
    category: 'AB',
    firstLicenseOn: '2010-01-10',
    issuedOn: '2022-01-10',
    expiresOn: '2032-01-10',
    issuerUf: 'PE',
    situation: 'ISSUED',
    situationText: 'EMITIDA',
    paidDriver: true,
    restrictions: ['A'],
    impediment: false,
    checks: [],
  },
  'a suspension in the occurrences': { situation: 'SUSPENDED', impediment: true },
  'a suspension that is over': { situation: 'ISSUED', impediment: false },
  'a revocation beside a suspension': { situation: 'REVOKED', impediment: true },
  'a licence past its date': { situation: 'EXPIRED' },
  'a licence on its last day': { situation: 'ISSUED' },
  'a cancelled card': { situation: 'CANCELLED' },
  'a situation nobody knows': { situation: 'UNKNOWN', situationText: '9 - OUTRA COISA' },
  'the empty conventions': {
    basis: 'REPORTED',
    cpf: CPF,
    situation: 'UNKNOWN',
    restrictions: [],
    impediment: false,
    checks: [],
  },
  'numbers where texts are declared': { license: '07870097089', restrictions: ['A', 'PPD'] },
  'days written the Brazilian way': { expiresOn: '2032-01-10', birthDate: '1990-08-01', situation: 'ISSUED' },
  'several records': { formNumber: '2509939900', issuedOn: '2022-01-10' },
  'a lowered category and a provisional licence': { restrictions: ['A', 'B', 'D', 'REBAIXADA B', 'PPD'] },
  'no drivers': 'empty',
  'not on record': 'empty',
  'a gateway that knows no such path': 'BAD_SHAPE CONTENT_TYPE',
  'another driver': 'BAD_SHAPE SUBJECT_MISMATCH',
  'another driver among the right one': 'BAD_SHAPE SUBJECT_MISMATCH',
  'a driver without CPF': 'BAD_SHAPE SCHEMA',
  'a day of issue that has not come yet': 'BAD_SHAPE VALUE',
  'a day that does not exist': 'BAD_SHAPE VALUE',
  'a refusal in a page with status 200': 'BAD_SHAPE SCHEMA',
  'a bad question': 'BAD_INPUT 400',
  'no access': 'AUTH 401',
  'a refusal by its own rules': 'UPSTREAM 4021',
  'a failure of its own': 'SOURCE_DOWN HTTP_500',
};

function assertOutcome(name: string, outcome: Outcome<Cnh>): void {
  const expected = EXPECTED[name];
  if (typeof expected === 'string') {
    assert.equal(summaryOf(outcome), expected, name);
    return;
  }
  assert.ok(expected !== undefined && outcome.kind === 'ready', `${name}: ${summaryOf(outcome)}`);
  const isWhole = expected.basis !== undefined;
  const told = Object.fromEntries(Object.keys(expected).map((key) => [key, outcome.value[key as keyof Cnh]]));
  assert.deepEqual(isWhole ? outcome.value : told, expected, name);
}

test('reads every answer that WSDenatran is known to give', async () => {
  const replay = await startReplay(join(import.meta.dirname, 'fixtures', 'answers.json'));
  const around = testSurroundings();
  const given = {
    ...TEST_LIMITS,
    base: parseBaseAddress(replay.url),
    operatorCpf: new Secret(OPERATOR),
    certificate: null,
    trusted: null,
  };
  assert.deepEqual(senatran.missing(given), []);
  const { client, lookup } = openSenatran(given, around);
  after(() => client.close());
  assert.deepEqual(Object.keys(EXPECTED), replay.names);
  for (const name of replay.names) {
    replay.play(name);
    const outcome = await lookup.start({ cpf: CPF });
    assertOutcome(name, outcome);
    assert.deepEqual(outcome.meta.warnings.length > 0, name === 'several records', name);
  }
  const [question] = replay.questions;
  assert.equal(question?.url, `/v1/condutores/cpf/${CPF}`);
  assert.equal(question.headers['x-cpf-usuario'], OPERATOR);
  const logged = around.logged();
  assert.ok(logged.includes('GET /v1/condutores/cpf/{cpf}'));
  assert.ok(!/900100|HORTA|7870097/.test(logged), 'no document and no name is logged');
});

test('names what it needs where it is asked in earnest', () => {
  const base = parseBaseAddress('https://renavam.example');
  const given = { ...TEST_LIMITS, base, operatorCpf: null, certificate: null, trusted: null };
  assert.deepEqual(senatran.missing(given), [
    'FAROL_SENATRAN_OPERATOR_CPF',
    'FAROL_SENATRAN_CERTIFICATE_FILE',
    'FAROL_SENATRAN_KEY_FILE',
  ]);
});

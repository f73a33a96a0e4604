// Test documents with protests and government debts.
import type { Debt } from '../debt-rows.ts';
import type { ProtestLine } from '../protest-lines.ts';
import { aCase } from './case-builder.ts';
import { testCnpj, testCpf } from './test-document.ts';
import type { TestDocument } from './test-document.ts';

// The population's inscriptions start at 1.
const FIRST_INSCRIPTION = 900_000_000_000;

function protest(id: number, index: number, more: Partial<ProtestLine>): ProtestLine {
  return {
    key: `TESTE-${id}-${index}`,
    document: testCpf(id),
    office: { name: '1º Tabelião de Protesto de Teste', city: 'SAO PAULO', state: 'SP' },
    protestedOn: '2026-03-10',
    dueOn: '2026-02-10',
    value: '1250.00',
    kind: 'DMI',
    presenter: 'BANCO HORIZONTE DO SUL S.A.',
    creditor: 'FORNECEDORA DE TESTE LTDA',
    state: 'LIVE',
    updatedAt: '2026-09-30T12:00:00.000Z',
    ...more,
  };
}

function debt(id: number, index: number, more: Partial<Debt> & { document: string; name: string }): Debt {
  return {
    register: 'general',
    state: 'SP',
    inscription: FIRST_INSCRIPTION + id * 1000 + index,
    situation: 'collection',
    registeredOn: '15/05/2024',
    isFiled: true,
    value: '53210.77',
    ...more,
  };
}

function indebted(id: number, key: string, purpose: string, debts: readonly Partial<Debt>[]): TestDocument {
  const [document, name] = [testCnpj(id), `COMERCIO ${['ARARA', 'IPE', 'COLINA'][id - 22]} DE TESTE LTDA`];
  return {
    key,
    document,
    name,
    purpose,
    cases: [],
    debts: debts.map((more, index) => debt(id, index, { ...more, document, name })),
  };
}

const MASKED = { document: testCpf(25), name: 'RITA VASCONCELOS BARROS' };
const OTHER_NAME = { document: testCpf(26), name: 'CARLA FARIAS MONTEIRO' };

export const INDEBTED_DOCUMENTS: readonly TestDocument[] = [
  {
    key: 'protests',
    document: testCpf(21),
    name: 'EDUARDO MARQUES TEIXEIRA',
    purpose:
      'two live protests, one of them without its amount; one cancelled and one paid, which are never told',
    cases: [],
    protests: [
      protest(21, 1, {}),
      protest(21, 2, { value: null, dueOn: null }),
      protest(21, 3, { state: 'CANCELLED' }),
      protest(21, 4, { state: 'PAID' }),
    ],
  },
  indebted(22, 'debt-in-collection', 'one entry in collection in each of the three registers', [
    {},
    { register: 'social-security' },
    { register: 'severance-fund', value: '8000.00' },
  ]),
  indebted(
    23,
    'debt-guaranteed',
    'one entry that is guaranteed and one suspended by a court: none in collection',
    [{ situation: 'guaranteed' }, { situation: 'suspended' }],
  ),
  indebted(24, 'debt-negotiated', 'one entry under negotiation, one with a tax benefit: none in collection', [
    { situation: 'negotiated' },
    { situation: 'benefit', register: 'social-security' },
  ]),
  {
    ...MASKED,
    key: 'masked-debt',
    purpose: 'the debt register shows six digits of its CPF and its name: one entry in collection',
    cases: [aCase(MASKED, { id: 25, classCode: 7, side: 'ACTIVE' })],
    debts: [debt(25, 1, MASKED)],
  },
  {
    ...OTHER_NAME,
    key: 'masked-debt-of-another',
    purpose: 'the debt register shows its six digits with another name: not its debt',
    cases: [aCase(OTHER_NAME, { id: 26, classCode: 7, side: 'ACTIVE' })],
    debts: [debt(26, 1, { document: OTHER_NAME.document, name: 'SEBASTIAO RAMOS CAVALCANTE' })],
  },
];

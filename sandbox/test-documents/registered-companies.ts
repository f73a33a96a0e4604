// Test documents of the companies' registry: situations, branches, partners, chains, letters in the number.
import { CITIES } from '../cities.ts';
import type { City } from '../cities.ts';
import type { CompanyRecord, Establishment, Partner } from '../company-record.ts';
import { makeCnpj, maskCpf } from '../numbers.ts';
import { aCase } from './case-builder.ts';
import { testCnpj, testCpf, testRoot } from './test-document.ts';
import type { TestDocument } from './test-document.ts';

const LETTERED_ROOT = '90AB0C30';

function establishment(order: string, more: Partial<Establishment> = {}): Establishment {
  return {
    order,
    isHead: order === '0001',
    tradeName: '',
    situation: '02',
    situationOn: '20200102',
    reason: '00',
    startedOn: '20200102',
    activity: '4712100',
    city: CITIES[0] as City,
    ...more,
  };
}

function person(id: number, name: string): Partner {
  const document = maskCpf(testCpf(id));
  return { kind: '2', name, document, qualification: '49', since: '20200102', country: '', ageBand: '5' };
}

function owner(document: string, name: string): Partner {
  return { kind: '1', name, document, qualification: '22', since: '20200102', country: '', ageBand: '0' };
}

function company(root: string, name: string, more: Partial<CompanyRecord> = {}): CompanyRecord {
  return {
    root,
    name,
    legalNature: '2062',
    responsible: '49',
    capital: '100000,00',
    size: '03',
    entity: '',
    establishments: [establishment('0001')],
    partners: [],
    simples: null,
    ...more,
  };
}

function registered(id: number, key: string, purpose: string, record: CompanyRecord): TestDocument {
  return { key, document: testCnpj(id), name: record.name, purpose, cases: [], company: record };
}

const CHAIN = [
  'CAMINHO OPERACIONAL DE TESTE LTDA',
  'CAMINHO PARTICIPACOES DE TESTE LTDA',
  'CAMINHO HOLDING DE TESTE S.A.',
] as const;
const CHAIN_PERSON = 'HENRIQUE ZANETTI PRADO';
const SOLE_TRADER = 'LUZIA GOMES PINTO';
const PARTNERS = [person(61, 'MARTA LIMA ROCHA'), person(62, 'FLAVIO DIAS REIS')];
const LETTERED = { document: makeCnpj(LETTERED_ROOT, '0001'), name: 'PORTAL DIGITAL DE TESTE LTDA' };
const LETTERED_BRANCH = { ...LETTERED, document: makeCnpj(LETTERED_ROOT, '0002') };
const CLOSED = { situation: '08', reason: '01', situationOn: '20240515' } as const;

export const REGISTERED_COMPANIES: readonly TestDocument[] = [
  registered(
    27,
    'company-active',
    'active, head office and two branches, two partners',
    company(testRoot(27), 'PRIMAVERA ALIMENTOS DE TESTE LTDA', {
      establishments: [establishment('0001'), establishment('0002'), establishment('0003', CLOSED)],
      partners: PARTNERS,
      simples: { since: '20200102', until: '00000000', isMei: false },
    }),
  ),
  registered(
    28,
    'company-closed',
    'closed in 2024',
    company(testRoot(28), 'SOLAR TURISMO DE TESTE LTDA', {
      establishments: [establishment('0001', CLOSED)],
      partners: PARTNERS.slice(0, 1),
    }),
  ),
  registered(
    29,
    'company-unfit',
    'unfit for missing declarations',
    company(testRoot(29), 'PONTE CONSULTORIA DE TESTE LTDA', {
      establishments: [establishment('0001', { situation: '04', reason: '63', situationOn: '20231101' })],
      partners: PARTNERS.slice(1),
    }),
  ),
  {
    ...LETTERED,
    key: 'lettered-cnpj',
    purpose: 'letters in the number; one case at the head office and one at a branch: both count',
    cases: [
      aCase(LETTERED, { id: 30, index: 1, classCode: 7 }),
      aCase(LETTERED_BRANCH, { id: 30, index: 2, classCode: 7, side: 'ACTIVE' }),
    ],
    company: company(LETTERED_ROOT, LETTERED.name, {
      establishments: [
        establishment('0001', { startedOn: '20260803', situationOn: '20260803' }),
        establishment('0002', { startedOn: '20260901', situationOn: '20260901' }),
      ],
      partners: PARTNERS,
    }),
  },
  registered(
    31,
    'chain-bottom',
    'owned by the next company',
    company(testRoot(31), CHAIN[0], { partners: [owner(testCnpj(32), CHAIN[1])] }),
  ),
  registered(
    32,
    'chain-middle',
    'owns the one before, owned by the next',
    company(testRoot(32), CHAIN[1], { partners: [owner(testCnpj(33), CHAIN[2])] }),
  ),
  registered(
    33,
    'chain-top',
    'owns the one before, owned by a person',
    company(testRoot(33), CHAIN[2], {
      legalNature: '2054',
      size: '05',
      partners: [person(34, CHAIN_PERSON)],
    }),
  ),
  {
    key: 'chain-person',
    document: testCpf(34),
    name: CHAIN_PERSON,
    purpose: 'at the top of a chain of three companies',
    cases: [],
  },
  registered(
    35,
    'sole-trader',
    "its name in the registry ends with the owner's CPF, which must be masked wherever it is shown",
    company(testRoot(35), `${SOLE_TRADER} ${testCpf(36)}`, {
      legalNature: '2135',
      responsible: '50',
      size: '01',
      simples: { since: '20200102', until: '00000000', isMei: true },
    }),
  ),
  {
    key: 'sole-trader-owner',
    document: testCpf(36),
    name: SOLE_TRADER,
    purpose: 'the owner of the sole trader above',
    cases: [],
  },
];

/** Every CNPJ among the test documents is registered, also those published for something else. */
export function companyOf({ document, name, company: own }: TestDocument): CompanyRecord | null {
  if (document.length !== 14) return null;
  return own ?? company(document.slice(0, 8), name);
}

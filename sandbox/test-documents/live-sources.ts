// Documents that the played sources answer in a fixed way: driver licences and credit register.
import { testCpf } from './test-document.ts';
import type { CreditOutcome, LicenceOutcome, TestDocument } from './test-document.ts';

const LICENCES: readonly (readonly [number, LicenceOutcome, string])[] = [
  [61, 'found', 'MARTA LIMA ROCHA'],
  [62, 'not found', 'FLAVIO DIAS REIS'],
  [63, 'slow', 'ALICE SANTANA MOREIRA'],
  [64, 'rate limited', 'CESAR MACHADO LOPES'],
  [65, 'error 500', 'LIVIA TEIXEIRA GONCALVES'],
  [66, 'truncated', 'DAVI SOARES FERNANDES'],
  [67, 'wrong person', 'LAURA BARBOSA MENDES'],
];
const CREDITS: readonly (readonly [number, CreditOutcome, string])[] = [
  [71, 'found', 'IVONE CARVALHO ALMEIDA'],
  [72, 'empty', 'SAMUEL RIBEIRO MARTINS'],
  [73, 'consent missing', 'CELIA NASCIMENTO VIEIRA'],
  [74, 'failing', 'JULIO COSTA PEREIRA'],
  [75, 'slow', 'CLARA ALVES RODRIGUES'],
];

const toKey = (capability: string, outcome: string): string =>
  `${capability}-${outcome.replaceAll(' ', '-')}`;

export const LIVE_SOURCE_DOCUMENTS: readonly TestDocument[] = [
  ...LICENCES.map(([id, licence, name]) => ({
    key: toKey('licence', licence),
    document: testCpf(id),
    name,
    purpose: `driver licence: ${licence}`,
    cases: [],
    licence,
  })),
  ...CREDITS.map(([id, credit, name]) => ({
    key: toKey('credit', credit),
    document: testCpf(id),
    name,
    purpose: `credit register: ${credit}`,
    cases: [],
    credit,
  })),
];

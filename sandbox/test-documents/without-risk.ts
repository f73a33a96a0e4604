// Test documents without risk: nothing known, harmless cases, and those that must never be seen.
import { maskCpf } from '../numbers.ts';
import { testCpf } from './test-document.ts';
import type { TestDocument } from './test-document.ts';
import { toTestDocument } from './with-risk.ts';

type Row = Parameters<typeof toTestDocument>[0];

const HIDDEN = { isCounted: false } as const;

const ROWS: readonly Row[] = [
  { id: 1, key: 'no-cases', name: 'HELENA MOURA ESTEVES', purpose: 'nothing is known of it', cases: [] },
  {
    id: 2,
    key: 'one-case',
    name: 'TIAGO PEIXOTO AMARAL',
    purpose: 'defendant of one running small claim',
    cases: [{ classCode: 436, degree: 'JE', value: '5000.00' }],
  },
  {
    id: 13,
    key: 'settled-and-paid',
    name: 'LUCIANA COELHO BEZERRA',
    purpose: 'one execution settled, one paid, both closed',
    cases: [
      {
        classCode: 12154,
        movements: [
          [14099, '2025-06-02'],
          [22, '2025-07-01'],
        ],
        label: { natures: ['execution'], isActive: false },
      },
      {
        classCode: 12154,
        movements: [
          [11382, '2025-02-02'],
          [196, '2025-06-02'],
          [848, '2025-06-30'],
          [22, '2025-07-01'],
        ],
        label: { natures: ['execution'], isActive: false },
      },
    ],
  },
  {
    id: 16,
    key: 'only-secret',
    name: 'BIANCA TAVARES MAIA',
    purpose: 'all cases are secret: looks like no cases',
    cases: [1, 2, 5].map((secrecy) => ({ classCode: 7, secrecy, label: HIDDEN })),
  },
  {
    id: 17,
    key: 'only-juvenile',
    name: 'IGOR FONSECA VIANA',
    purpose: 'all cases are juvenile, by class or by subject: looks like no cases',
    cases: [
      { classCode: 1464, subject: 9634, value: null, label: HIDDEN },
      { classCode: 7, subject: 9634, label: HIDDEN },
    ],
  },
  {
    id: 18,
    key: 'worker',
    name: 'SONIA BRITO GUIMARAES',
    purpose: 'a worker who sued: invisible, or it were a blacklist',
    cases: [{ classCode: 985, subject: 13769, side: 'ACTIVE', label: { ...HIDDEN, natures: ['labour'] } }],
  },
  {
    id: 19,
    key: 'closed-criminal',
    name: 'ALEX XAVIER NOGUEIRA',
    purpose: 'acquitted, case closed: invisible',
    cases: [
      {
        classCode: 283,
        subject: 3431,
        value: null,
        movements: [
          [11876, '2025-03-03'],
          [848, '2025-04-03'],
          [22, '2025-05-03'],
        ],
        label: { ...HIDDEN, natures: ['criminal'], isActive: false },
      },
    ],
  },
  {
    id: 20,
    key: 'victim',
    name: 'PAULA AZEVEDO CUNHA',
    purpose: 'victim in one case and witness in another: invisible',
    cases: [
      { classCode: 283, subject: 3431, side: 'UNKNOWN', role: 'VICTIM', value: null, label: HIDDEN },
      { classCode: 7, side: 'UNKNOWN', role: 'WITNESS', label: HIDDEN },
    ],
  },
  {
    id: 38,
    key: 'masked-party',
    name: 'CECILIA MEDEIROS CAMPOS',
    purpose: 'author of one case by the whole document; in another only six digits and the same name',
    cases: [
      { classCode: 7, side: 'ACTIVE' },
      {
        classCode: 12154,
        shownAs: { document: maskCpf(testCpf(38)) },
        label: { side: 'unclassified', natures: ['execution'] },
      },
    ],
  },
  {
    id: 39,
    key: 'homonym',
    name: 'JOSE DA SILVA SANTOS',
    purpose: 'one case marked as perhaps somebody else, one with the name alone: neither counts',
    cases: [
      { classCode: 12154, shownAs: { document: testCpf(39), homonym: true }, label: HIDDEN },
      { classCode: 12154, shownAs: { document: null }, label: HIDDEN },
    ],
  },
  {
    id: 40,
    key: 'two-degrees',
    name: 'VANESSA DUARTE MIRANDA',
    purpose: 'defendant who lost and appealed: one case, defendant although active on appeal',
    cases: [
      {
        classCode: 7,
        movements: [[219, '2024-12-02']],
        appeal: { side: 'ACTIVE', movements: [[51, '2025-03-03']] },
      },
    ],
  },
  {
    id: 41,
    key: 'investigation',
    name: 'VINICIUS BATISTA CORREIA',
    purpose: 'running police inquiry: criminal, but no risk by itself',
    cases: [{ classCode: 279, subject: 3431, value: null, label: { natures: ['criminal'] } }],
  },
  {
    id: 46,
    key: 'author',
    name: 'BEATRIZ MELO ARAUJO',
    purpose: 'author of a running civil case and of a closed one, party to a letter',
    cases: [
      { classCode: 7, side: 'ACTIVE' },
      {
        classCode: 436,
        side: 'ACTIVE',
        degree: 'JE',
        movements: [
          [466, '2025-02-02'],
          [22, '2025-03-03'],
        ],
        label: { isActive: false },
      },
      { classCode: 261, value: null },
    ],
  },
  {
    id: 50,
    key: 'tax-debt-cancelled',
    name: 'MARIO CARDOSO FREITAS',
    purpose: 'tax execution ended because the debt was cancelled',
    cases: [
      {
        classCode: 1116,
        subject: 6017,
        movements: [
          [12298, '2025-09-09'],
          [22, '2025-10-10'],
        ],
        label: { natures: ['execution'], isActive: false },
      },
    ],
  },
];

export const DOCUMENTS_WITHOUT_RISK: readonly TestDocument[] = ROWS.map(toTestDocument);

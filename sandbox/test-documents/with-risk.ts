// Test documents that must show a risk, each for one reason.
import { aCase } from './case-builder.ts';
import type { CaseSketch } from './case-builder.ts';
import { testCnpj, testCpf } from './test-document.ts';
import type { TestDocument } from './test-document.ts';

type Sketch = Omit<CaseSketch, 'id'>;
type Row = {
  id: number;
  key: string;
  name: string;
  purpose: string;
  isCompany?: true;
  cases: readonly Sketch[];
};

export function toTestDocument({ id, key, name, purpose, isCompany, cases }: Row): TestDocument {
  const document = isCompany === true ? testCnpj(id) : testCpf(id);
  const owner = { document, name };
  return {
    key,
    document,
    name,
    purpose,
    cases: cases.map((sketch, index) => aCase(owner, { id, index: index + 1, ...sketch })),
  };
}

const EXECUTION = { natures: ['execution'], risks: ['execution'] } as const;

const ROWS: readonly Row[] = [
  {
    id: 3,
    key: 'execution',
    name: 'MARCELO ANDRADE PRADO',
    purpose: 'defendant of a running execution',
    cases: [{ classCode: 12154, subject: 7717, value: '38000.00', label: EXECUTION }],
  },
  {
    id: 4,
    key: 'tax-execution',
    name: 'SANDRA NUNES LACERDA',
    purpose: 'defendant of a running tax execution',
    cases: [
      {
        classCode: 1116,
        subject: 6017,
        value: '14200.50',
        label: { natures: ['execution'], risks: ['execution', 'tax execution'] },
      },
    ],
  },
  {
    id: 5,
    key: 'labour',
    name: 'TRANSPORTES PAINEIRA DE TESTE LTDA',
    purpose: 'company sued by a worker',
    isCompany: true,
    cases: [{ classCode: 985, subject: 13769, label: { natures: ['labour'], risks: ['labour'] } }],
  },
  {
    id: 6,
    key: 'criminal-action',
    name: 'RODRIGO MACEDO VARGAS',
    purpose: 'defendant of a running criminal action',
    cases: [
      {
        classCode: 283,
        subject: 3431,
        value: null,
        movements: [[391, '2024-05-10']],
        label: { natures: ['criminal'], risks: ['criminal'] },
      },
    ],
  },
  {
    id: 7,
    key: 'insolvency',
    name: 'METALURGICA JATOBA DE TESTE LTDA',
    purpose: 'company against which bankruptcy was asked for',
    isCompany: true,
    cases: [{ classCode: 108, subject: 4993, value: '250000.00', label: { risks: ['insolvency'] } }],
  },
  {
    id: 8,
    key: 'improbity',
    name: 'GERALDO TOLEDO SAMPAIO',
    purpose: 'defendant of an action for improbity',
    cases: [{ classCode: 64, subject: 10011, label: { risks: ['improbity'] } }],
  },
  {
    id: 9,
    key: 'debt-recovery',
    name: 'ELIANE BORGES PAIVA',
    purpose: 'defendant of a debt recovery action',
    cases: [{ classCode: 40, subject: 7717, label: { risks: ['debt recovery'] } }],
  },
  {
    id: 10,
    key: 'value-above-limit',
    name: 'FABIO GUEDES MESQUITA',
    purpose: 'defendant of a civil case over 1.5 million',
    cases: [{ classCode: 7, value: '1500000.00', label: { risks: ['value'] } }],
  },
  {
    id: 11,
    key: 'author-debtor',
    name: 'REGINA AGUIAR QUEIROZ',
    purpose: 'author of embargos against an execution: the author is the debtor',
    cases: [{ classCode: 172, subject: 7717, side: 'ACTIVE', label: { risks: ['author is the debtor'] } }],
  },
  {
    id: 12,
    key: 'no-assets',
    name: 'SERGIO DANTAS FIGUEIREDO',
    purpose: 'execution ended and archived because no assets were found',
    cases: [
      {
        classCode: 12154,
        subject: 7717,
        movements: [
          [11375, '2026-02-10'],
          [848, '2026-03-10'],
          [246, '2026-03-20'],
        ],
        label: { natures: ['execution'], isActive: false, risks: ['no assets found'] },
      },
    ],
  },
  {
    id: 14,
    key: 'reopened',
    name: 'CLAUDIA SIQUEIRA NEVES',
    purpose: 'execution that was closed and taken up again',
    cases: [
      {
        classCode: 12154,
        subject: 7717,
        movements: [
          [22, '2025-01-15'],
          [893, '2025-08-20'],
        ],
        label: EXECUTION,
      },
    ],
  },
  {
    id: 37,
    key: 'role-unknown',
    name: 'RONALDO CABRAL MAGALHAES',
    purpose: 'once with an unknown role beside an attachment (risk), once as a third party (none)',
    cases: [
      {
        classCode: 7,
        side: 'UNKNOWN',
        movements: [[11382, '2026-01-20']],
        label: { risks: ['severe movement'] },
      },
      { classCode: 7, side: 'THIRD', movements: [[11382, '2026-01-20']] },
    ],
  },
  {
    id: 42,
    key: 'criminal-execution',
    name: 'DOUGLAS LEITE MATOS',
    purpose: 'serving a sentence',
    cases: [
      { classCode: 386, subject: 3431, value: null, label: { natures: ['criminal'], risks: ['criminal'] } },
    ],
  },
  {
    id: 43,
    key: 'over-indebtedness',
    name: 'NEUSA PACHECO PIRES',
    purpose: 'author of a debt renegotiation: the author is the debtor',
    cases: [{ classCode: 15217, side: 'ACTIVE', label: { risks: ['author is the debtor'] } }],
  },
  {
    id: 44,
    key: 'archived-provisionally',
    name: 'VERA LUCIA SALES REZENDE',
    purpose: 'execution archived provisionally and execution suspended for lack of assets: both alive',
    cases: [
      {
        classCode: 12154,
        movements: [
          [276, '2025-03-03'],
          [245, '2026-03-03'],
        ],
        label: EXECUTION,
      },
      { classCode: 12154, movements: [[276, '2025-03-03']], state: 'SUSPENDED', label: EXECUTION },
    ],
  },
  {
    id: 47,
    key: 'severe-movement',
    name: 'ROBERTO ASSIS VALENTE',
    purpose: 'civil case closed after an attachment of assets within five years',
    cases: [
      {
        classCode: 7,
        movements: [
          [11382, '2025-04-01'],
          [246, '2026-05-05'],
        ],
        label: { isActive: false, risks: ['severe movement'] },
      },
    ],
  },
  {
    id: 48,
    key: 'labour-execution',
    name: 'LIMPEZA CRISTAL DE TESTE LTDA',
    purpose: 'labour and execution at once',
    isCompany: true,
    cases: [
      {
        classCode: 990,
        subject: 13769,
        label: { natures: ['execution', 'labour'], risks: ['execution', 'labour'] },
      },
    ],
  },
];

export const DOCUMENTS_WITH_RISK: readonly TestDocument[] = ROWS.map(toTestDocument);

// Writes down a case of a test document by what is special about it; everything else is the same in all of them.
import { movementKind } from '../movements.ts';
import { testCaseNumber } from './test-document.ts';
import type { Label, LabelledCase, PartyLine, RecordLine } from './test-document.ts';

export const TEST_CLASSES: Readonly<Record<number, string>> = {
  7: 'Procedimento Comum Cível',
  40: 'Monitória',
  64: 'Ação Civil de Improbidade Administrativa',
  108: 'Falência de Empresários, Sociedades Empresáriais, Microempresas e Empresas de Pequeno Porte',
  172: 'Embargos à Execução',
  198: 'Apelação Cível',
  261: 'Carta Precatória Cível',
  279: 'Inquérito Policial',
  283: 'Ação Penal - Procedimento Ordinário',
  386: 'Execução da Pena',
  436: 'Procedimento do Juizado Especial Cível',
  985: 'Ação Trabalhista - Rito Ordinário',
  990: 'Execução de Título Extrajudicial',
  1116: 'Execução Fiscal',
  1464: 'Processo de Apuração de Ato Infracional',
  12154: 'Execução de Título Extrajudicial',
  15217: 'Procedimento de Repactuação de Dívidas (Superendividamento)',
};
export const TEST_SUBJECTS: Readonly<Record<number, string>> = {
  3431: 'Estelionato',
  4993: 'Recuperação judicial e Falência',
  6017: 'Dívida Ativa (Execução Fiscal)',
  7717: 'Espécies de Títulos de Crédito',
  9634: 'Ato Infracional',
  10011: 'Improbidade Administrativa',
  10433: 'Indenização por Dano Moral',
  13769: 'Horas Extras',
};
const STATE_COURT = 826;
const LABOUR_COURT = 502;

export type CaseSketch = {
  /** Of the test document, and which of its cases. */
  id: number;
  index?: number;
  classCode: number;
  subject?: number;
  side?: PartyLine['side'];
  role?: PartyLine['role'];
  /** Only where the party is shown differently from the document itself. */
  shownAs?: { document: string | null; homonym?: boolean };
  value?: string | null;
  secrecy?: number;
  state?: RecordLine['state'];
  /** After the distribution of 2024-03-01. */
  movements?: readonly (readonly [code: number, on: string])[];
  degree?: string;
  appeal?: { side: PartyLine['side']; movements: CaseSketch['movements'] };
  label?: Partial<Label>;
};

function partyOf(document: string | null, name: string, side: PartyLine['side']): PartyLine {
  return { document, name, side, role: 'PARTY', roleName: ROLE_NAMES[side], lawyers: [], homonym: false };
}

const ROLE_NAMES = { ACTIVE: 'Autor', PASSIVE: 'Réu', THIRD: 'Terceiro', UNKNOWN: 'Interessado' } as const;

/** The other side has a name only, so that no test document ever counts in another's cases. */
function opponents(side: PartyLine['side']): PartyLine[] {
  const names = { ACTIVE: 'PARTE AUTORA DE TESTE', PASSIVE: 'PARTE RE DE TESTE' } as const;
  const missing = (['ACTIVE', 'PASSIVE'] as const).filter((each) => each !== side);
  return missing.map((each) => partyOf(null, names[each], each));
}

function toMovements(list: CaseSketch['movements'], startsOn: string): RecordLine['movements'] {
  return [[26, startsOn] as const, ...(list ?? [])].map(([code, on]) => ({
    code,
    name: movementKind(code).name,
    at: `${on}T12:00:00.000Z`,
  }));
}

function toLabel({ side = 'PASSIVE', label }: CaseSketch): Label {
  const sides = {
    ACTIVE: 'author',
    PASSIVE: 'defendant',
    THIRD: 'unclassified',
    UNKNOWN: 'unclassified',
  } as const;
  return { isCounted: true, side: sides[side], natures: [], isActive: true, risks: [], ...label };
}

function toAppeal(sketch: CaseSketch, first: RecordLine, own: PartyLine): RecordLine[] {
  if (sketch.appeal === undefined) return [];
  const { side, movements } = sketch.appeal;
  const party = { ...own, side, roleName: ROLE_NAMES[side] };
  return [
    {
      ...first,
      degree: 'G2',
      class: { code: 198, name: TEST_CLASSES[198] as string },
      unit: { code: '52001', name: '1ª Câmara de Teste' },
      filedAt: '2025-02-03',
      value: null,
      movements: toMovements(movements, '2025-02-03'),
      parties: [party, ...opponents(side)],
    },
  ];
}

/** `owner` is the test document; each case names it once, in each degree. */
export function aCase(owner: { document: string; name: string }, sketch: CaseSketch): LabelledCase {
  const { id, index = 1, classCode, subject = 10433, side = 'PASSIVE' } = sketch;
  const isLabour = classCode === 985 || classCode === 990;
  const shown = sketch.shownAs ?? { document: owner.document };
  const own: PartyLine = {
    ...partyOf(shown.document, owner.name, side),
    role: sketch.role ?? 'PARTY',
    homonym: shown.homonym ?? false,
  };
  const first: RecordLine = {
    degree: sketch.degree ?? 'G1',
    class: { code: classCode, name: TEST_CLASSES[classCode] as string },
    unit: { code: '2001', name: `1ª Vara de Teste` },
    filedAt: '2024-03-01',
    value: sketch.value === undefined ? '10000.00' : sketch.value,
    secrecy: sketch.secrecy ?? 0,
    ...(sketch.state === undefined ? {} : { state: sketch.state }),
    subjects: [{ code: subject, name: TEST_SUBJECTS[subject] as string }],
    movements: toMovements(sketch.movements, '2024-03-01'),
    parties: [own, ...opponents(side)],
  };
  const number = testCaseNumber(id, index, isLabour ? LABOUR_COURT : STATE_COURT);
  const records = [first, ...toAppeal(sketch, first, own)];
  return { line: { number, updatedAt: '2026-09-30T12:00:00.000Z', records }, label: toLabel(sketch) };
}

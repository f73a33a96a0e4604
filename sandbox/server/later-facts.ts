// What happens to a document when the sandbox's day is moved ahead: drawn from the document and from nothing else, so the
// same day always brings the same. While the true day goes by, nothing happens: published results stay as they are.
import { makeCaseNumber } from '../numbers.ts';
import { DEFAULT_TODAY } from '../population.ts';
import type { ProtestLine } from '../protest-lines.ts';
import type { CaseLine, RecordLine } from '../test-documents/test-document.ts';
import { caseLinesOf } from './country.ts';
import { addDays } from './days.ts';
import { drawsOf } from './draws.ts';
import type { Draws } from './draws.ts';
import { personOf } from './people.ts';
import { findName } from './test-documents.ts';
import type { World } from './world.ts';

const CLASSES: readonly [RecordLine['class'], ...RecordLine['class'][]] = [
  { code: 436, name: 'Procedimento do Juizado Especial Cível' },
  { code: 12_154, name: 'Execução de Título Extrajudicial' },
  { code: 40, name: 'Monitória' },
];
type MovementLine = { code: number; name: string };

const COURT = 826;
/** No unit of the population has this number, so no case of it does. */
const ORIGIN = 9999;
const SEQUENCES = 8_999_999;

/** Days on which something happens, after the day the files were made. */
function daysOf(topic: string, document: string, world: World): string[] {
  const from = world.movedFrom();
  if (from === null) return [];
  const draws = drawsOf(topic, document);
  const days: string[] = [];
  for (let day = DEFAULT_TODAY; day <= world.today();) {
    day = addDays(day, draws.between(40, 300));
    if (day > from && day <= world.today()) days.push(day);
  }
  return days;
}

function nameOf(document: string): string {
  const known = caseLinesOf(document)
    .flatMap(({ records }) => records.flatMap(({ parties }) => parties))
    .find((party) => party.document === document)?.name;
  const other = (): string => (document.length === 11 ? personOf(document).name : 'COMERCIO DO SANDBOX LTDA');
  return findName(document) ?? known ?? other();
}

function numberOn(day: string, draws: Draws): string {
  const sequence = draws.between(1, SEQUENCES);
  return makeCaseNumber({ sequence, year: Number(day.slice(0, 4)), court: COURT, origin: ORIGIN });
}

/** A new case against the document, filed on that day. */
export function caseOn(day: string, document: string): CaseLine {
  const draws = drawsOf(`case ${day}`, document);
  const common = { role: 'PARTY' as const, lawyers: [], homonym: false };
  return {
    number: numberOn(day, draws),
    updatedAt: `${day}T21:00:00.000Z`,
    records: [
      {
        degree: 'G1',
        class: draws.oneOf(CLASSES),
        unit: { code: '2999', name: '99ª Vara Cível de São Paulo' },
        filedAt: day,
        value: `${draws.between(1000, 90_000)}.00`,
        secrecy: 0,
        subjects: [{ code: 7717, name: 'Espécies de Títulos de Crédito' }],
        movements: [{ code: 26, name: 'Distribuição', at: `${day}T12:00:00.000Z` }],
        parties: [
          { ...common, document: null, name: 'PARTE AUTORA DE TESTE', side: 'ACTIVE', roleName: 'Autor' },
          { ...common, document, name: nameOf(document), side: 'PASSIVE', roleName: 'Réu' },
        ],
      },
    ],
  };
}

export function laterCases(document: string, world: World): CaseLine[] {
  return daysOf('later cases', document, world).map((day) => caseOn(day, document));
}

export type LaterNumber = { number: string; day: string; document: string };

export function laterNumbers(document: string, world: World): LaterNumber[] {
  return daysOf('later cases', document, world).map((day) => ({
    number: numberOn(day, drawsOf(`case ${day}`, document)),
    day,
    document,
  }));
}

const STEPS: readonly [MovementLine, ...MovementLine[]] = [
  { code: 85, name: 'Petição' },
  { code: 51, name: 'Conclusão' },
  { code: 60, name: 'Expedição de documento' },
];
const CLOSING: MovementLine = { code: 22, name: 'Baixa Definitiva' };
const REOPENING: MovementLine = { code: 849, name: 'Reativação' };
const CLOSINGS_IN_HUNDRED = 30;

/** What happens in a case as the day moves on: steps, now and then a closing, and after it a reopening. */
export function laterMovements(number: string, world: World): RecordLine['movements'] {
  let isClosed = false;
  return daysOf('later movements', number, world).map((day) => {
    const draws = drawsOf(`movement ${day}`, number);
    const closes = draws.inHundred(CLOSINGS_IN_HUNDRED);
    const usual = closes ? CLOSING : draws.oneOf(STEPS);
    const step = isClosed ? REOPENING : usual;
    isClosed = step === CLOSING;
    return { code: step.code, name: step.name, at: `${day}T15:30:00.000Z` };
  });
}

export function laterProtests(document: string, world: World): ProtestLine[] {
  return daysOf('later protests', document, world).map((day) => ({
    key: `SP-${day}-${document}`,
    document,
    office: { name: '9º Tabelião de Protesto de SAO PAULO', city: 'SAO PAULO', state: 'SP' },
    protestedOn: day,
    dueOn: addDays(day, -30),
    value: `${drawsOf(`protest ${day}`, document).between(100, 9000)}.00`,
    kind: 'DMI',
    presenter: 'BANCO HORIZONTE DO SUL S.A.',
    creditor: 'FORNECEDORA DE TESTE LTDA',
    state: 'LIVE',
    updatedAt: `${day}T21:00:00.000Z`,
  }));
}

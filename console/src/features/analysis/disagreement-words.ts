// What sources say differently of a case, in plain words.
import type { CourtCase } from '../../api/shapes.ts';
import type { Formats } from '../../ui/formats.ts';
import type { disagreementTexts } from './disagreement-texts.ts';

type DisagreementTexts = (typeof disagreementTexts)['pt-BR'];
export type Say = { readonly t: DisagreementTexts; readonly formats: Formats };
type Disagreement = CourtCase['disagreements'][number];
type Told = {
  readonly field: string;
  readonly statements: readonly { readonly sentence: string; readonly isPredicted: boolean }[];
};

const SIDES = ['DEFENDANT', 'AUTHOR', 'NOT_CLASSIFIED'] as const;
const LIVES = ['ACTIVE', 'INACTIVE'] as const;
const SOURCES = ['cases', 'datajud', 'judit', 'escavador'] as const;

/** The name of the class that counts is known; of another one there is the code. */
function writeClass({ t }: Say, value: string, { code, name }: CourtCase['class']): string {
  return value === String(code) && name !== '' ? `${name} (${value})` : t.classCode(value);
}

function writeWord<T extends string>(
  words: Readonly<Record<T, string>>,
  known: readonly T[],
  value: string,
): string {
  const found = known.find((each) => each === value);
  return found === undefined ? value : words[found];
}

type Write = (say: Say, value: string, found: CourtCase) => string;

const WRITERS: Readonly<Record<Disagreement['field'], Write>> = {
  class: (say, value, found) => writeClass(say, value, found.class),
  value: ({ formats }, value) => formats.money(value),
  filedOn: ({ formats }, value) => formats.day(value),
  side: ({ t }, value) => writeWord(t, SIDES, value),
  life: ({ t }, value) => writeWord(t, LIVES, value),
};

export function describeDisagreements(say: Say, found: CourtCase): Told[] {
  const { t, formats } = say;
  return found.disagreements.map(({ field, values }) => ({
    field: t[field],
    statements: values.map(({ source, value, asOf, isPredicted }) => {
      const write = isPredicted ? t.predicts : t.says;
      const name = writeWord(t, SOURCES, source);
      return {
        sentence: write(name, WRITERS[field](say, value, found), formats.moment(asOf)),
        isPredicted,
      };
    }),
  }));
}

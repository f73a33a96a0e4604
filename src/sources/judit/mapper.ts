// A lawsuit of Judit, in our words: one for each number and instance. What was crawled when, and the last step, whose date
// is that of the crawl in searches by document, are no facts of the case.
import { parseCaseNumber } from '../../documents/case-number.ts';
import { isFault } from '../../documents/fault.ts';
import type { CaseRecord, Movement } from '../../features/cases/ports.ts';
import type { Doc } from '../../platform/outbound/outcome.ts';
import { momentOf, textOf, textsOf } from '../../platform/outbound/wire-text.ts';
import type { Loose } from '../../platform/outbound/wire-text.ts';
import { readAmount } from '../../platform/outbound/wire-values.ts';
import { mapParties } from './parties.ts';
import type { LawsuitRecord, StepRecord } from './schemas.ts';

export const SOURCE_NAME = 'judit';

/** The CNJ's own codes are below this (the highest was 15732 in September 2025); what is above is a court's own. */
const NATIONAL_CODES_BELOW = 20_000;
const DEGREES: Readonly<Record<string, string>> = { 1: 'G1', 2: 'G2', 3: 'SUP' };
const STATES: readonly (readonly [RegExp, CaseRecord['courtState']])[] = [
  [/suspens|sobrest|provis[oó]ri/i, 'SUSPENDED'],
  [/arquivad|baixad|finalizad|encerrad|extint/i, 'CLOSED'],
  [/ativ|andamento|tramita/i, 'ACTIVE'],
];

export type Warn = (text: string) => void;

function mapDegree(instance: LawsuitRecord['instance']): string {
  const text = textOf(instance) ?? '';
  return DEGREES[text] ?? (text === '' ? 'UNSAID' : text.slice(0, 20));
}

/** Inactive is not active. */
function mapState(status: LawsuitRecord['status']): CaseRecord['courtState'] {
  const text = textOf(status) ?? '';
  return /inativ/i.test(text) ? 'CLOSED' : (STATES.find(([pattern]) => pattern.test(text))?.[1] ?? null);
}

/** A code of the CNJ's tables, which comes as text or number; 0 and words are none. */
function codeOf(value: Loose): number | null {
  const text = textOf(value);
  const code = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return code > 0 ? code : null;
}

/** Null counts as secret. */
function mapSecrecy(level: LawsuitRecord['secrecy_level']): number | null {
  const text = textOf(level);
  return text !== null && /^\d$/.test(text) ? Number(text) : null;
}

/** What Judit's type of a step stands for is not documented, so it is no code of the CNJ's: the step is known by its words. */
function mapStep({ content, step_date: date, private: isPrivate }: StepRecord, warn: Warn): Movement[] {
  const [name, at] = [textOf(content), momentOf(date)];
  if (isPrivate === true || name === null) return [];
  if (at === null) {
    warn('step_date cannot be read and the step is left out');
    return [];
  }
  return [{ code: 0, name, at }];
}

function mapRest(lawsuit: LawsuitRecord): CaseRecord['rest'] {
  const { name, area, county, city, state, phase, situation } = lawsuit;
  const told = { title: name, area, county, city, state, phase, situation };
  const rest: Record<string, unknown> = textsOf(told);
  const related = (lawsuit.related_lawsuits ?? []).flatMap(({ code }) => textOf(code) ?? []);
  if (related.length > 0) rest['related'] = related;
  return Object.keys(rest).length === 0 ? null : rest;
}

type Class = Pick<CaseRecord, 'classCode' | 'className'>;

/** The name only where the code does not say it. */
function mapClasses({ classifications, classification }: LawsuitRecord): [Class, ...Class[]] {
  const given = [
    ...(classifications ?? []),
    ...(classification === null || classification === undefined ? [] : [classification]),
  ];
  const classes = given.flatMap(({ code, name }) => {
    const [classCode, className] = [codeOf(code), textOf(name)];
    if (classCode === null && className === null) return [];
    const isKnown = classCode !== null && classCode < NATIONAL_CODES_BELOW;
    return [{ classCode, className: isKnown ? null : className }];
  });
  const [first = { classCode: null, className: null }, ...others] = classes;
  const isOther = ({ classCode }: Class): boolean => classCode !== null && classCode !== first.classCode;
  return [first, ...others.filter(isOther)];
}

/** A record holds one class, so a further class is a record of its own, with nothing but it. */
function mapFurtherClass(main: CaseRecord, { classCode, className }: Class): CaseRecord {
  const recordKey = String(classCode);
  const without = {
    unitName: null,
    filedAt: null,
    value: null,
    courtState: null,
    subjectCodes: [],
    rest: null,
  };
  return { ...main, ...without, recordKey, classCode, className, movements: [], parties: [] };
}

/** None where the number is not the CNJ's. */
export function mapLawsuit(lawsuit: LawsuitRecord, doc: Doc, warn: Warn): CaseRecord[] {
  const number = parseCaseNumber(lawsuit.code);
  if (isFault(number)) {
    warn('a case whose number has not 20 digits is left out');
    return [];
  }
  const filedAt = momentOf(lawsuit.distribution_date);
  if (filedAt === null && textOf(lawsuit.distribution_date) !== null)
    warn('distribution_date cannot be read and is left out');
  const [own, ...others] = mapClasses(lawsuit);
  const steps = (lawsuit.steps ?? []).flatMap((step) => mapStep(step, warn));
  const main: CaseRecord = {
    number,
    source: SOURCE_NAME,
    degree: mapDegree(lawsuit.instance),
    recordKey: '',
    ...own,
    unitCode: null,
    unitName: textOf(lawsuit.courts?.[0]?.name) ?? textOf(lawsuit.county),
    filedAt,
    value: readAmount(lawsuit.amount, 'amount', warn),
    secrecy: mapSecrecy(lawsuit.secrecy_level),
    courtState: mapState(lawsuit.status),
    subjectCodes: [...new Set((lawsuit.subjects ?? []).flatMap(({ code }) => codeOf(code) ?? []))],
    movements: steps.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    parties: mapParties(lawsuit, doc),
    rest: mapRest(lawsuit),
    updatedAt: momentOf(lawsuit.updated_at),
  };
  return [main, ...others.map((other) => mapFurtherClass(main, other))];
}

// Which court a case number names. The table is the CNJ's (Resolution 65/2008; TRF6 by Resolution 477/2022).
import { segmentOf } from './case-number.ts';
import type { CaseNumber, Segment } from './case-number.ts';

export type Court = {
  readonly acronym: string;
  readonly segment: Segment;
  /** Null where the court serves several states or the whole country. */
  readonly state: string | null;
};

const STATES = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SE SP TO'.split(' ');
/** Of TRT 1 to 24; a hyphen where there are two. */
const LABOUR_STATES = 'RJ SP MG RS BA PE CE - PR - - SC PB - SP MA ES GO AL SE RN PI MT MS'.split(' ');
const MILITARY_STATES = new Set(['MG', 'RS', 'SP']);
const FEDERAL_COURTS = 6;
const MILITARY_DISTRICTS = 12;

type Name = readonly [acronym: string, state: string | null];

/** By segment and court: asked for with every case of a list. */
const known = new Map<string, Court | null>();

export function findCourt(number: CaseNumber): Court | null {
  const place = number.slice(13, 16);
  let court = known.get(place);
  if (court === undefined) {
    court = readCourt(number);
    known.set(place, court);
  }
  return court;
}

function readCourt(number: CaseNumber): Court | null {
  const segment = segmentOf(number);
  if (segment === 0) return null;
  const found = COURTS[segment](Number(number.slice(14, 16)));
  return found === null ? null : { acronym: found[0], segment, state: found[1] };
}

const onlyCourt =
  (acronym: string) =>
  (court: number): Name | null =>
    court === 0 ? [acronym, null] : null;

const COURTS: Record<Segment, (court: number) => Name | null> = {
  1: onlyCourt('STF'),
  2: onlyCourt('CNJ'),
  3: onlyCourt('STJ'),
  4: federalCourt,
  5: labourCourt,
  6: (court) => (court === 0 ? ['TSE', null] : stateCourt('TRE-', court)),
  7: militaryCourt,
  8: (court) => (STATES[court - 1] === 'DF' ? ['TJDFT', 'DF'] : stateCourt('TJ', court)),
  9: (court) => (MILITARY_STATES.has(STATES[court - 1] ?? '') ? stateCourt('TJM', court) : null),
};

function federalCourt(court: number): Name | null {
  if (court === 90) return ['CJF', null];
  return court >= 1 && court <= FEDERAL_COURTS ? [`TRF${court}`, court === 6 ? 'MG' : null] : null;
}

function labourCourt(court: number): Name | null {
  if (court === 0) return ['TST', null];
  if (court === 90) return ['CSJT', null];
  const state = LABOUR_STATES[court - 1];
  return state === undefined ? null : [`TRT${court}`, state === '-' ? null : state];
}

function militaryCourt(court: number): Name | null {
  if (court === 0) return ['STM', null];
  return court <= MILITARY_DISTRICTS ? [`CJM${court}`, null] : null;
}

function stateCourt(prefix: string, court: number): Name | null {
  const state = STATES[court - 1];
  return state === undefined ? null : [prefix + state, state];
}

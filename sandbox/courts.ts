// The court units that cases lie with. All are made once; a case only points at one.
import type { CourtSegment } from './case-plan.ts';
import { CITIES } from './cities.ts';

export type Unit = {
  /** CourtSegment and court as in case numbers, such as 826. */
  readonly court: number;
  readonly origin: number;
  readonly tribunal: string;
  readonly state: string;
  readonly code: number;
  readonly name: string;
  readonly json: string;
};

const UNITS_PER_CITY = 9;
const SEGMENTS: readonly CourtSegment[] = ['state', 'federal', 'labour', 'small-claims'];
const NAMES: Readonly<Record<CourtSegment, string>> = {
  state: 'Vara Cível de',
  federal: 'Vara Federal de',
  labour: 'Vara do Trabalho de',
  'small-claims': 'Juizado Especial Cível de',
};

function unitsOf(segment: CourtSegment): Unit[] {
  return CITIES.flatMap(({ name: city, state, court, labour, federal }, cityIndex) =>
    Array.from({ length: UNITS_PER_CITY }, (_, index) => {
      const region = { state: court, 'small-claims': court, labour, federal }[segment];
      const digit = { state: 8, 'small-claims': 8, labour: 5, federal: 4 }[segment];
      const tribunal = {
        state: `TJ${state}`,
        'small-claims': `TJ${state}`,
        labour: `TRT${labour}`,
        federal: `TRF${federal}`,
      };
      const code = 1000 + SEGMENTS.indexOf(segment) * 1000 + cityIndex * UNITS_PER_CITY + index;
      const name = `${index + 1}ª ${NAMES[segment]} ${city}`;
      return {
        court: digit * 100 + region,
        origin: index + 1,
        tribunal: state === 'DF' && digit === 8 ? 'TJDFT' : tribunal[segment],
        state,
        code,
        name,
        json: JSON.stringify({ code: String(code), name }),
      };
    }),
  );
}

const UNITS: Readonly<Record<CourtSegment, readonly Unit[]>> = {
  state: unitsOf('state'),
  federal: unitsOf('federal'),
  labour: unitsOf('labour'),
  'small-claims': unitsOf('small-claims'),
};

/** The first states have most of the cases. `share` runs from 0 up to 1. */
export function unitAt(segment: CourtSegment, share: number): Unit {
  const units = UNITS[segment];
  return units[Math.floor(share * share * units.length)] as Unit;
}

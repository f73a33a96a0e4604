// What the command line asks for.
import { parseArgs } from 'node:util';
import { FIGURES } from './figures.ts';
import type { Figure } from './figures.ts';
import { FULL_JOURNEYS, JOURNEYS } from './journeys/parts.ts';
import type { Journey } from './journeys/parts.ts';
import type { Pace } from './measure.ts';
import { RADARS } from './radars.ts';
import { REGISTRY_PARTS } from './registry/parts.ts';
import type { RegistryWish } from './registry/parts.ts';
import { ROWS } from './rows.ts';
import type { Row } from './rows.ts';
import { SPREADSHEETS } from './spreadsheets.ts';

/** With fewer or shorter rounds the figures are no measurement. */
export const LEAST_PACE = { rounds: 5, seconds: 3 };
/** What the registry's limits are about; less is a trial. */
export const LEAST_CASES = 1_000_000;
export const LEAST_RADARS = 1_000_000;
const FULL_ROUNDS = 11;
/**
 * A request takes the program 229 µs in its first round, 197 in the second, then 170, 158, 154 and in the end 146 (licences
 * requested, 2026-11): it is being compiled for the load, and anew after a look at its metrics has brought other kinds of
 * objects, until it has seen all.
 */
const WARM_UPS = 4;
const IMPORT_ROUNDS = 2;

export type Wish = {
  readonly rows: readonly Row[];
  readonly figures: readonly Figure[];
  readonly registry: RegistryWish;
  readonly hasSpreadsheets: boolean;
  readonly journeys: readonly Journey[];
  readonly hasRadars: boolean;
  readonly pace: Pace;
};

export function readWish(): Wish {
  const { values } = parseArgs({
    options: {
      full: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'import-cases': { type: 'string', default: String(LEAST_CASES) },
      'import-rounds': { type: 'string', default: String(IMPORT_ROUNDS) },
      'import-scale': { type: 'string' },
      radars: { type: 'string', default: String(LEAST_RADARS) },
    },
  });
  const { full, only, 'import-scale': scale } = values;
  const ids: readonly string[] = [
    ...[...ROWS, ...FIGURES].map(({ id }) => id),
    ...REGISTRY_PARTS,
    SPREADSHEETS,
    ...JOURNEYS,
    RADARS,
  ];
  const unknown = only?.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new Error(`There is no row "${unknown}"; there are ${ids.join(', ')}.`);
  const rounds = readCount('--rounds', values.rounds ?? String(full ? FULL_ROUNDS : LEAST_PACE.rounds));
  const seconds = readCount('--seconds', values.seconds ?? String(LEAST_PACE.seconds));
  return {
    rows: ROWS.filter(({ id, when }) => only?.includes(id) ?? (full || when === 'always')),
    figures: FIGURES.filter(({ id }) => only?.includes(id) ?? true),
    registry: {
      parts: REGISTRY_PARTS.filter((id) => only?.includes(id) ?? full),
      cases: readCount('--import-cases', values['import-cases']),
      radars: readCount('--radars', values.radars),
      rounds: readCount('--import-rounds', values['import-rounds']),
      scale: scale === undefined ? null : readCount('--import-scale', scale),
    },
    hasSpreadsheets: only?.includes(SPREADSHEETS) ?? true,
    journeys: JOURNEYS.filter((id) => only?.includes(id) ?? (full || !FULL_JOURNEYS.includes(id))),
    hasRadars: only?.includes(RADARS) ?? true,
    pace: { rounds, seconds, warmUps: WARM_UPS },
  };
}

function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new Error(`${option} takes a whole number from 1.`);
  return Number(text);
}

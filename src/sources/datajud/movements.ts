// Movements of a hit: unsorted, the code sometimes one level down, sometimes a name alone.
import type { CaseIntake, Movement } from '../../features/cases/ports.ts';
import { extrasOf, FieldFault, isFields } from '../../platform/json-lines/fields.ts';
import type { Fields } from '../../platform/json-lines/fields.ts';
import { isNational, readCode, readMomentMs } from './readings.ts';

const MAX_MOVEMENTS = 100_000;
const MAX_NAME = 1000;
const KNOWN_FIELDS = new Set(['codigo', 'nome', 'dataHora', 'movimentoNacional']);
const KNOWN_NATIONAL_FIELDS = new Set(['codigo', 'nome']);

type Read = { movement: Movement; extras: Fields | null };

export function mapMovements(value: unknown, rest: Record<string, unknown>, intake: CaseIntake): Movement[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new FieldFault('movimentos is no list');
  const items: unknown[] = value.flat(5);
  if (items.length > MAX_MOVEMENTS) throw new FieldFault(`movimentos has more than ${MAX_MOVEMENTS} entries`);
  const read: Read[] = [];
  const unread: unknown[] = [];
  for (const item of items) {
    const one = isFields(item) ? readMovement(item) : null;
    if (one !== null) read.push(one);
    else if (item !== null) unread.push(item);
  }
  if (unread.length > 0)
    intake.warn('a movement has no readable moment, or neither code nor name, and is left out');
  const sorted = read.toSorted((a, b) => a.movement.at.getTime() - b.movement.at.getTime());
  keepExtras(sorted, unread, rest);
  return sorted.map(({ movement }) => movement);
}

function readMovement(fields: Fields): Read | null {
  const national = isFields(fields['movimentoNacional']) ? fields['movimentoNacional'] : {};
  const code = readCode(fields['codigo']) ?? readCode(national['codigo']) ?? 0;
  const given = fields['nome'] ?? national['nome'];
  const name = typeof given === 'string' && given !== '' ? given.slice(0, MAX_NAME).toWellFormed() : null;
  const ms = readMomentMs(fields['dataHora']);
  if (ms === null || (code === 0 && name === null)) return null;
  const extras = { ...extrasOf(fields, KNOWN_FIELDS), ...extrasOf(national, KNOWN_NATIONAL_FIELDS) };
  const movement: Movement =
    name !== null && !isNational(code) ? { code, name, at: new Date(ms) } : { code, at: new Date(ms) };
  return { movement, extras: Object.keys(extras).length === 0 ? null : extras };
}

/** By the place in the sorted list, which is the one that is kept. */
function keepExtras(
  sorted: readonly Read[],
  unread: readonly unknown[],
  rest: Record<string, unknown>,
): void {
  const entries = sorted.flatMap(({ extras }, index) =>
    extras === null ? [] : [[String(index), extras] as const],
  );
  if (entries.length === 0 && unread.length === 0) return;
  rest['movimentos'] = {
    ...(entries.length === 0 ? {} : { extras: Object.fromEntries(entries) }),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

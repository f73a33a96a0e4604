// Rows of the stage as COPY reads them, column by column in the order of merge-stage.ts. Put together by hand: this runs for
// every record and every party of an import, and arrays and JSON need their own escapes under COPY's.
import { copyField } from '../../platform/imports/copy-text.ts';
import type { CasePartyFacts } from './facts.ts';
import type { CaseRecord, Movement } from './ports.ts';

const NULL = '\\N';
const NO_PARTIES = '[]';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 100_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const days = new Map<number, string>();

function dayText(day: number): string {
  const kept = days.get(day);
  if (kept !== undefined) return kept;
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (days.size >= KEPT_DAYS) days.clear();
  days.set(day, text);
  return text;
}

/** ISO 8601 in a third of the time that toISOString takes; there are eight in a case. */
function momentText(at: Date): string {
  const ms = at.getTime();
  const day = Math.floor(ms / DAY_MS);
  const inDay = ms - day * DAY_MS;
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const fraction = inDay - seconds * 1000;
  const time = `${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes - hours * 60]}:${TWO_DIGITS[seconds - minutes * 60]}`;
  return `${dayText(day)}T${time}${fraction === 0 ? 'Z' : `.${String(fraction).padStart(3, '0')}Z`}`;
}

function momentField(at: Date | null): string {
  return at === null ? NULL : momentText(at);
}

/** JSON text holds no tab or line feed, only backslashes. */
function jsonField(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes('\\') ? json.replaceAll('\\', '\\\\') : json;
}

function arrayItem(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function namesField(movements: readonly Movement[]): string {
  const items = movements.map(({ name }) => (name === undefined ? 'NULL' : arrayItem(name)));
  return copyField(`{${items.join(',')}}`);
}

function movementFields(movements: readonly Movement[]): string {
  let codes = '';
  let times = '';
  let hasNames = false;
  for (const { code, at, name } of movements) {
    codes += codes === '' ? String(code) : `,${code}`;
    times += times === '' ? momentText(at) : `,${momentText(at)}`;
    if (name !== undefined) hasNames = true;
  }
  return `{${codes}}\t{${times}}\t${hasNames ? namesField(movements) : NULL}`;
}

export function recordRow(record: CaseRecord, arrival: number): string {
  const { parties, rest } = record;
  return `${arrival}\t${record.number}\t${copyField(record.degree)}\t${copyField(record.recordKey)}\t${
    record.classCode ?? NULL
  }\t${copyField(record.className)}\t${copyField(record.unitCode)}\t${copyField(record.unitName)}\t${momentField(
    record.filedAt,
  )}\t${record.value ?? NULL}\t${record.secrecy ?? NULL}\t${record.courtState ?? NULL}\t{${record.subjectCodes.join(
    ',',
  )}}\t${movementFields(record.movements)}\t${parties.length === 0 ? NO_PARTIES : jsonField(parties)}\t${
    rest === null ? NULL : jsonField(rest)
  }\t${momentField(record.updatedAt)}`;
}

/** Without the arrival, as the merge writes rows that it derived anew. */
export function partyRow(party: CasePartyFacts): string {
  return `${party.root}\t${party.number}\t${party.document}\t${party.isCountable ? 't' : 'f'}\t${copyField(
    party.nameKey,
  )}\t${party.side}\t${party.isDebtorSide ? 't' : 'f'}\t${party.classCode ?? NULL}\t${party.natures}\t${
    party.traits
  }\t${party.isActive ? 't' : 'f'}\t${party.outcome}\t${party.value ?? NULL}\t${party.filedOn ?? NULL}\t${
    party.movedOn ?? NULL
  }\t${party.severeOn ?? NULL}\t${party.frustratedOn ?? NULL}\t${party.factsVersion}`;
}

export function removalRow(number: string, updatedAt: Date | null, arrival: number): string {
  return `${arrival}\t${number}\t${momentField(updatedAt)}`;
}

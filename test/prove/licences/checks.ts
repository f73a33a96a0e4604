// What must hold of requests for licences once everything has come to rest.
import type { Licence } from '../../../sandbox/server/licences.ts';
import type { Stored } from '../stored.ts';
import type { LicenceSource } from './source.ts';
import { FINAL } from './stored.ts';
import type { LicenceRecord, StoredLicence } from './stored.ts';

/** The source's word by which a record is judged; null where no licence was asked for. */
export type Register = Pick<LicenceSource, 'toldOf' | 'calls'>;

/** A call is put again twice within its deadline where that does no harm. */
const TRIES = 3;

function countLive({ jobs }: Stored): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state, requestIds } of jobs) {
    if (state === 'live') requestIds.forEach((id) => counts.set(id, (counts.get(id) ?? 0) + 1));
  }
  return counts;
}

/** I3: what is not final has exactly one job that will bring it there, and what is final none. */
export function checkUndoneLicences(stored: Stored): string[] {
  const live = countLive(stored);
  return stored.licences.flatMap(({ id, status }) => {
    const count = live.get(id) ?? 0;
    return count === (FINAL.includes(status) ? 0 : 1)
      ? []
      : [`cnh ${id} is ${status} and has ${count} live jobs`];
  });
}

/** I4: one event for each end, the source's own answer where there is one, and no call that no attempt made. */
export function checkLicenceEffects({ licences, events, records }: Stored, { calls }: Register): string[] {
  const told = Map.groupBy(
    events.filter(({ type }) => type === 'cnh.completed'),
    ({ id }) => id,
  );
  const asked = new Map<string, number>();
  for (const { document } of calls) asked.set(document, (asked.get(document) ?? 0) + 1);
  const attempts = new Map<string, number>();
  for (const { id, attempt } of licences) {
    const document = records.get(id)?.document ?? '';
    attempts.set(document, (attempts.get(document) ?? 0) + attempt);
  }
  const wrong = licences.flatMap(({ id, status, answers }) => {
    const tells = (told.get(id) ?? []).map((event) => event.status);
    const wantedTells = FINAL.includes(status) ? [status] : [];
    const wantedAnswers = status === 'DONE' || status === 'NOT_FOUND' ? 1 : 0;
    return [
      ...(tells.join() === wantedTells.join()
        ? []
        : [`cnh ${id} is ${status} and was told as ${tells.join()}`]),
      ...(answers === wantedAnswers ? [] : [`cnh ${id} is ${status} and has ${answers} answers`]),
    ];
  });
  const tooOften = [...asked].flatMap(([document, times]) => {
    const most = TRIES * (attempts.get(document) ?? 0);
    return times <= most ? [] : [`a document was asked for ${times} times in ${most / TRIES} attempts`];
  });
  return [...wrong, ...tooOften];
}

function isSame(data: LicenceRecord['data'], licence: Licence | null | undefined): boolean {
  return (
    licence !== null &&
    licence !== undefined &&
    data?.['name'] === licence.name &&
    data['license'] === licence.number &&
    data['renach'] === licence.renach &&
    data['formNumber'] === licence.formNumber &&
    data['issuedOn'] === licence.issuedOn &&
    data['expiresOn'] === licence.expiresOn
  );
}

type Judged = { row: StoredLicence; record: LicenceRecord };

function listJudged({ licences, records }: Stored): Judged[] {
  return licences.flatMap((row) => {
    const record = records.get(row.id);
    return record === undefined ? [] : [{ row, record }];
  });
}

/** I5: the record is what the source told last; what it told an earlier attempt was written by one that had lost its job. */
export function checkStale(stored: Stored, { toldOf }: Register): string[] {
  return listJudged(stored).flatMap(({ row: { id, status }, record: { data, document } }) => {
    const [last, ...earlier] = toldOf(document);
    const isStale = status === 'DONE' && !isSame(data, last) && earlier.some((each) => isSame(data, each));
    return isStale ? [`cnh ${id} holds what an earlier attempt was told`] : [];
  });
}

/** I9: whatever stands in a record was told of its own document, whole. */
export function checkTold(stored: Stored, { toldOf }: Register): string[] {
  return listJudged(stored).flatMap(({ row: { id, status }, record }) => {
    const { data, document } = record;
    const told = toldOf(document);
    if (record.status !== status) return [`cnh ${id} is ${status} and read as ${record.status}`];
    if (status === 'DONE') {
      return told.some((each) => isSame(data, each))
        ? []
        : [`cnh ${id} holds what was never told of its document`];
    }
    if (data !== null) return [`cnh ${id} is ${status} and holds a licence`];
    return status === 'NOT_FOUND' && !told.includes(null)
      ? [`cnh ${id} was not found, which nobody told`]
      : [];
  });
}

export function checkRead({ licences, records }: Stored): string[] {
  return licences.flatMap(({ id }) => (records.has(id) ? [] : [`cnh ${id} cannot be read`]));
}

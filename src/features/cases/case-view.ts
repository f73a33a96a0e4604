// One case as it may be told to whoever knows its number: class, life, people by side without their documents, movements, and
// how old each source's word is.
import type { Transaction } from '../../platform/db/database.ts';
import { listTermNames } from './code-queries.ts';
import { degreeRank } from './degree.ts';
import { findCase } from './dossier.ts';
import { deriveFacts, PUBLIC_ONLY_SOURCES } from './facts.ts';
import { isVisible } from './hiding.ts';
import type { CaseRecord, Party, Side } from './ports.ts';

export type ViewedTerm = { readonly code: number; readonly name: string };
export type ViewedMovement = ViewedTerm & { readonly at: Date; readonly degree: string };
export type ViewedParty = { readonly name: string; readonly role: string; readonly side: Side };
export type ViewedSource = {
  readonly source: string;
  readonly degree: string;
  readonly unit: string;
  readonly updatedAt: Date | null;
  readonly fetchedAt: Date;
};

export type CaseView = {
  readonly number: string;
  readonly class: ViewedTerm;
  readonly subjects: readonly ViewedTerm[];
  readonly isActive: boolean;
  readonly value: string | null;
  readonly filedOn: string | null;
  readonly parties: readonly ViewedParty[];
  /** Newest first. */
  readonly movements: readonly ViewedMovement[];
  readonly sources: readonly ViewedSource[];
};

type FetchedRecord = CaseRecord & { readonly fetchedAt: Date };

/** Whoever suffered or saw something is nobody's business; what has no name says nothing. */
function isTold({ name, role }: Party): boolean {
  return role === 'PARTY' && name !== null && name !== '';
}

/** Each once, from the lowest degree in which it stands: on appeal the sides are turned. */
function listParties(records: readonly CaseRecord[]): ViewedParty[] {
  const told = new Map<string, ViewedParty>();
  for (const { parties } of records.toSorted((a, b) => degreeRank(a.degree) - degreeRank(b.degree))) {
    for (const { name, side, roleName } of parties.filter(isTold)) {
      if (name !== null && !told.has(name)) told.set(name, { name, role: roleName ?? '', side });
    }
  }
  return [...told.values()];
}

type Unnamed = { code: number; at: Date; degree: string; name: string | null };

/** What two sources tell of one movement is told once; of two at one moment the later in its record counts as newer. */
function listMovements(records: readonly CaseRecord[]): Unnamed[] {
  const told = new Map<string, Unnamed>();
  for (const { movements, degree } of records) {
    for (const { code, name = null, at } of movements) {
      const key = `${at.getTime()} ${code === 0 ? name : code}`;
      if (!told.has(key)) told.set(key, { code, at, degree, name });
    }
  }
  return [...told.values()].toReversed().toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

type Names = ReadonlyMap<number, string>;

async function readNames(
  tx: Transaction,
  kind: 'class' | 'subject' | 'movement',
  codes: readonly number[],
): Promise<Names> {
  const terms = await listTermNames(tx, kind, [...new Set(codes)]);
  return new Map(terms.map(({ code, name }) => [code, name]));
}

function classOf(records: readonly CaseRecord[], code: number | null, names: Names): ViewedTerm {
  const given = records.find((record) => record.classCode === code && record.className !== null)?.className;
  const name = code === null ? undefined : names.get(code);
  return { code: code ?? 0, name: name ?? given ?? '' };
}

/** Null when the number is not known, or is of a case that may not be told: the two look the same. */
export async function viewCase(tx: Transaction, number: string): Promise<CaseView | null> {
  const known = await findCase(tx, number);
  if (known === null || !known.isTellable) return null;
  const records = known.records.filter((record) => isVisible(record, PUBLIC_ONLY_SOURCES));
  const [first, ...others] = records;
  if (first === undefined) return null;
  const { facts } = deriveFacts([first, ...others]);
  const subjectCodes = [...new Set(records.flatMap((record) => record.subjectCodes))];
  const movements = listMovements(records);
  const classes = facts.classCode === null ? [] : [facts.classCode];
  const classNames = await readNames(tx, 'class', classes);
  const subjectNames = await readNames(tx, 'subject', subjectCodes);
  const movementNames = await readNames(
    tx,
    'movement',
    movements.map(({ code }) => code),
  );
  return {
    number,
    class: classOf(records, facts.classCode, classNames),
    subjects: subjectCodes.map((code) => ({ code, name: subjectNames.get(code) ?? '' })),
    isActive: facts.isActive,
    value: facts.value,
    filedOn: facts.filedOn,
    parties: listParties(records),
    movements: movements.map(({ code, name, at, degree }) => ({
      code,
      name: movementNames.get(code) ?? name ?? '',
      at,
      degree,
    })),
    sources: records.map(toSource),
  };
}

function toSource({ source, degree, unitName, updatedAt, fetchedAt }: FetchedRecord): ViewedSource {
  return { source, degree, unit: unitName ?? '', updatedAt, fetchedAt };
}

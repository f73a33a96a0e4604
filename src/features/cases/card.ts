// What is told of a case in a few words: its court, its class and what happened in it last.
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { listTermNames } from './code-queries.ts';
import { findCase } from './dossier.ts';
import type { KnownCase } from './dossier.ts';
import { deriveFacts } from './facts.ts';
import type { CaseRecord, Movement } from './ports.ts';

export type CaseCard = {
  readonly number: string;
  /** Its acronym; empty where the number names none. */
  readonly court: string;
  /** 0 and empty where they are not known. */
  readonly class: { readonly code: number; readonly name: string };
  readonly lastMovement: { readonly code: number; readonly name: string; readonly at: Date } | null;
};

function latestMovement(records: readonly CaseRecord[]): Movement | null {
  const latest = records.flatMap(({ movements }) => movements.at(-1) ?? []);
  return latest.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0] ?? null;
}

async function describe(
  tx: Transaction,
  { records }: KnownCase,
): Promise<Omit<CaseCard, 'number' | 'court'>> {
  const [first, ...others] = records;
  if (first === undefined) return { class: { code: 0, name: '' }, lastMovement: null };
  const { classCode } = deriveFacts([first, ...others]).facts;
  const movement = latestMovement(records);
  const [[classItem], [movementItem]] = await Promise.all([
    listTermNames(tx, 'class', [classCode ?? 0]),
    listTermNames(tx, 'movement', [movement?.code ?? 0]),
  ]);
  const givenName = records.find(({ className }) => className !== null)?.className;
  return {
    class: { code: classCode ?? 0, name: classItem?.name ?? givenName ?? '' },
    lastMovement:
      movement === null
        ? null
        : { code: movement.code, name: movement.name ?? movementItem?.name ?? '', at: movement.at },
  };
}

/** A case that may not be told looks like one of which nothing is known but its number. */
export async function readCaseCard(tx: Transaction, number: CaseNumber): Promise<CaseCard> {
  const court = findCourt(number)?.acronym ?? '';
  const known = await findCase(tx, number);
  const told =
    known?.isTellable === true
      ? await describe(tx, known)
      : { class: { code: 0, name: '' }, lastMovement: null };
  return { number, court, ...told };
}

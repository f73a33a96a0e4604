// What a merge tells to whoever watches. Pairs of document and number are compared in the database; of numbers that somebody
// asked for, and that may have no parties at all, the facts before and after are derived here, a page at a time.
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import { deriveFacts } from './facts.ts';
import type { CaseFacts } from './facts.ts';
import {
  addFactsBefore,
  addNumberChanges,
  closeChanges,
  listAffectedAskedFor,
  listAskedFor,
  lockCaseNews,
  noteAskedFor,
  notePairs,
  openChanges,
  openFactsBefore,
} from './merge-changes-store.ts';
import type { AskedFor, NumberChange } from './merge-changes-store.ts';
import { listRecordsOf } from './store.ts';

const PAGE = 500;

async function deriveAll(tx: ImportTransaction, numbers: readonly string[]): Promise<CaseFacts[]> {
  const records = Map.groupBy(await listRecordsOf(tx, numbers), ({ number }) => number);
  return [...records.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [deriveFacts([first, ...others]).facts],
  );
}

/** Before the merge writes records. */
export async function noteFactsBefore(tx: ImportTransaction): Promise<void> {
  await openFactsBefore(tx);
  for (let after = ''; ;) {
    const numbers = await listAffectedAskedFor(tx, after, PAGE);
    const last = numbers.at(-1);
    if (last === undefined) return;
    after = last;
    const facts = await deriveAll(tx, numbers);
    const rows = facts.map(({ number, hidden, isActive, value }) => ({
      number,
      hidden: hidden !== 0,
      is_active: isActive,
      value,
    }));
    await addFactsBefore(tx, rows);
  }
}

/** Once everything is written. Nothing may be done after it but what follows from it and the commit: see `lockCaseNews`. */
export async function noteChangedCases(tx: ImportTransaction): Promise<void> {
  await lockCaseNews(tx);
  await openChanges(tx);
  await notePairs(tx);
  await noteAskedFor(tx);
  await noteNumbers(tx);
  await closeChanges(tx);
}

async function noteNumbers(tx: ImportTransaction): Promise<void> {
  for (let after = ''; ;) {
    const page = await listAskedFor(tx, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.number;
    const facts = await deriveAll(
      tx,
      page.map(({ number }) => number),
    );
    const now = new Map(facts.map((each) => [each.number, each]));
    await addNumberChanges(
      tx,
      page.flatMap((asked) => describeNumber(asked, now.get(asked.number) ?? null) ?? []),
    );
  }
}

function describeNumber(asked: AskedFor, facts: CaseFacts | null): NumberChange | null {
  const { number, is_held: isHeld, before, has_new_movements: hasMoved } = asked;
  // What it was is not known of a number that was asked for in this very moment: then it counts as told.
  const wasTold = isHeld && before?.hidden !== true;
  if (facts?.hidden !== 0) return wasTold ? { number, was_told: true } : null;
  const isSame = before !== null && before.is_active === facts.isActive && before.value === facts.value;
  if (wasTold && !hasMoved && (before === null || isSame)) return null;
  return {
    number,
    was_told: wasTold,
    was_active: before?.is_active ?? facts.isActive,
    old_value: before === null ? facts.value : before.value,
    side: 'UNKNOWN',
    is_debtor_side: false,
    class_code: facts.classCode,
    natures: facts.natures,
    traits: facts.traits,
    is_active: facts.isActive,
    outcome: facts.outcome,
    value: facts.value,
    filed_on: facts.filedOn,
    moved_on: facts.movedOn,
    severe_on: facts.severeOn,
    frustrated_on: facts.frustratedOn,
  };
}

// What a user has read of the events, so that it is the same in every browser.
import type { Database } from '../../platform/db/database.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { addMarks, findMarks } from './mark-store.ts';
import type { Marks } from './mark-store.ts';

const NONE: Marks = { readUpTo: 0, readIds: [] };

export type EventMarks = {
  read(entry: Entry, userId: number): Promise<Marks>;
  /** Told are all of them, as they are then. */
  add(entry: Entry, userId: number, read: Partial<Marks>): Promise<Marks>;
};

export function createEventMarks(database: Database): EventMarks {
  return {
    read: ({ organizationId, scope }, userId) =>
      database.transaction(scope, async (tx) => (await findMarks(tx, { organizationId, userId })) ?? NONE),
    add: ({ organizationId, scope }, userId, read) =>
      database.transaction(scope, (tx) => addMarks(tx, { organizationId, userId }, { ...NONE, ...read })),
  };
}

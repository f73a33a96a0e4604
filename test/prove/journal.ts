// What the clients saw, written down outside the database and on disk before they go on: the witness that the database
// is held against afterwards.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** What the clients themselves can judge. */
export type WitnessedInvariant = 'I9' | 'I10';

export type Entry =
  | { kind: 'sent'; key: string; organizationId: number; note: string }
  | { kind: 'acknowledged'; key: string; status: number; bodyHash: string; id: string }
  /** The balance was exhausted. */
  | { kind: 'refused'; key: string }
  /** It may have happened or not. */
  | { kind: 'ambiguous'; key: string; why: string }
  | { kind: 'fault'; invariant: WitnessedInvariant; detail: string }
  | { kind: 'followed'; organizationId: number; number: number; id: string };

export type Journal = {
  /** Resolves when the entry is on disk; entries that arrive together are flushed together. */
  write(entry: Entry): Promise<void>;
  readonly entries: readonly Entry[];
  close(): Promise<void>;
};

export function hashBody(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 32);
}

export async function openJournal(path: string): Promise<Journal> {
  const file = await open(path, 'w');
  const entries: Entry[] = [];
  let waiting: Entry[] = [];
  let next: Promise<void> | null = null;
  let flushing: Promise<void> = Promise.resolve();
  let closed: Promise<void> | null = null;

  async function flush(): Promise<void> {
    await flushing;
    const group = waiting;
    waiting = [];
    next = null;
    flushing = file
      .appendFile(group.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
      .then(() => file.datasync());
    await flushing;
    entries.push(...group);
  }

  return {
    entries,
    write: (entry) => {
      waiting.push(entry);
      next ??= flush();
      return next;
    },
    close: () => (closed ??= (next ?? flushing).then(() => file.close())),
  };
}

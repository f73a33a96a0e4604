// What was read is kept in this browser: all up to one event, and single ones above it.
import { useSyncExternalStore } from 'react';

type ReadMarks = { readonly upTo: number; readonly ids: readonly number[] };

const NONE: ReadMarks = { upTo: 0, ids: [] };
/** Of single ones; whoever reads more than that one by one loses the oldest marks. */
const MOST_IDS = 500;

const listeners = new Set<() => void>();
const known = new Map<number, ReadMarks>();

function keyOf(organizationId: number): string {
  return `farol.read.${organizationId}`;
}

function parseMarks(text: string | null): ReadMarks {
  try {
    const { upTo, ids } = JSON.parse(text ?? '') as Partial<ReadMarks>;
    return typeof upTo === 'number' && Array.isArray(ids) ? { upTo, ids } : NONE;
  } catch {
    // Nothing was kept yet, or something else wrote there: then everything is unread.
    return NONE;
  }
}

function read(organizationId: number): ReadMarks {
  const marks = known.get(organizationId) ?? parseMarks(localStorage.getItem(keyOf(organizationId)));
  known.set(organizationId, marks);
  return marks;
}

function keep(organizationId: number, marks: ReadMarks): void {
  known.set(organizationId, marks);
  localStorage.setItem(keyOf(organizationId), JSON.stringify(marks));
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export type Reading = {
  isRead(id: number): boolean;
  markRead(id: number): void;
  markAll(upTo: number): void;
};

export function useReadMarks(organizationId: number): Reading {
  const marks = useSyncExternalStore(subscribe, () => read(organizationId));
  const isRead = (id: number): boolean => id <= marks.upTo || marks.ids.includes(id);
  return {
    isRead,
    markRead: (id) => {
      if (!isRead(id)) keep(organizationId, { ...marks, ids: [...marks.ids, id].slice(-MOST_IDS) });
    },
    markAll: (upTo) =>
      keep(organizationId, {
        upTo: Math.max(upTo, marks.upTo),
        ids: marks.ids.filter((id) => id > upTo),
      }),
  };
}

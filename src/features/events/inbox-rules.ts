// Pure decisions of what people read of the events.

/** What stands before the dot of a type. */
export const INBOX_KINDS = [
  'case',
  'debt',
  'protest',
  'partner',
  'registry',
  'radar',
  'analysis',
  'batch',
  'cnh',
  'scr',
  'webhook',
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** How many events one question looks through: filters that let hardly anything pass must not read all there ever was. */
export const LOOKED_AT = 2000;
/** How often one question looks so far while it finds nothing: past a batch of the largest size. */
export const MOST_LOOKS = 8;

export type Looked = { readonly count: number; readonly lowest: number };

/** 0 at the end. Where the page is not full, the next one goes on behind what was looked at. */
export function nextBefore(numbers: readonly number[], limit: number, looked: Looked): number {
  if (numbers.length === limit) return numbers.at(-1) ?? 0;
  return looked.count === LOOKED_AT ? looked.lowest : 0;
}

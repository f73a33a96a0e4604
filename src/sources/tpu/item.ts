// One code of the tables, whichever file it came from.
import type { RowSink } from '../../platform/imports/definition.ts';

const WHOLE_NUMBER = /^\d{1,9}$/;

export type Item = { code: string; parent: string | null; name: string; isActive: boolean };

/** A row, or why there is none. */
function toRow(kind: string, { code, parent, name, isActive }: Item): (string | null)[] | string {
  if (!WHOLE_NUMBER.test(code)) {
    return 'the code is not a number';
  }
  if (name.trim() === '') {
    return 'the name is missing';
  }
  return [
    kind,
    code,
    parent !== null && WHOLE_NUMBER.test(parent) ? parent : null,
    name.trim(),
    isActive ? 't' : 'f',
  ];
}

export function addItem(
  sink: RowSink,
  kind: string,
  item: Item,
  at: { line: number; original: string },
): void {
  const row = toRow(kind, item);
  if (typeof row === 'string') {
    sink.setAside(at.line, row, at.original);
  } else {
    sink.row('tpu_items', row);
  }
}

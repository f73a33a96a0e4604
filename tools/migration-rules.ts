// Migrations are applied by their number, once and for ever, so names and order are checked before they are committed.
import type { Finding, SourceFile } from './repository.ts';

const NAME = /^migrations\/(\d{4})_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/;
const FIRST_LINE = /^-- breaking: (?:no|yes)\b/;
const UNFINISHED = /\b(?:TODO|FIXME|XXX|HACK)\b/;

export function checkMigrations(files: readonly SourceFile[]): Finding[] {
  const findings: Finding[] = [];
  const add = (path: string, message: string): number => findings.push({ path, rule: 'migration', message });
  let expected = 1;
  for (const { path, text } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const number = NAME.exec(path)?.[1];
    if (number === undefined) {
      add(path, 'a migration is called NNNN_snake_case.sql');
      continue;
    }
    if (Number(number) !== expected)
      add(path, `number ${number} stands where ${String(expected).padStart(4, '0')} is due`);
    expected = Number(number) + 1;
    if (!FIRST_LINE.test(text))
      add(path, 'the first line reads "-- breaking: no" or "-- breaking: yes, why"');
    if (UNFINISHED.test(text)) add(path, 'finish it, or open an issue');
  }
  return findings;
}

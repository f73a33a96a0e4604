import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { readStyleSheets } from './repository.ts';
import { checkSizes, countLines, describeSizes, sizeAtShare } from './sizes.ts';

const CEILINGS: readonly (readonly [path: string, ceiling: number])[] = [
  ['src/features/plans/routes.ts', 180],
  ['src/features/accounts/session-routes.ts', 180],
  ['src/features/plans/service.ts', 250],
  ['src/features/plans/rules.ts', 200],
  ['src/features/plans/store.ts', 250],
  ['src/features/plans/queries.ts', 250],
  ['src/features/plans/schemas.ts', 150],
  ['src/features/plans/jobs.ts', 150],
  ['src/features/plans/ports.ts', 150],
  ['src/features/plans/store.test.ts', 400],
  ['test/journeys/first-day.test.ts', 400],
  ['src/sources/pgfn/source.ts', 120],
  ['src/sources/pgfn/download.ts', 120],
  ['src/sources/pgfn/mapper.ts', 300],
  ['src/platform/db/store.ts', 300],
  ['src/features/plans/balance.ts', 300],
  ['test/support/app.ts', 300],
  ['console/src/console.css', 300],
];

function withLines(path: string, lines: number): { path: string; text: string } {
  return { path, text: 'x\n'.repeat(lines) };
}

for (const [path, ceiling] of CEILINGS) {
  test(`${path} may have ${ceiling} lines and not one more`, () => {
    deepEqual(checkSizes([withLines(path, ceiling)]), []);
    deepEqual(checkSizes([withLines(path, ceiling + 1)]), [
      { path, rule: 'size', message: `${ceiling + 1} lines, the ceiling is ${ceiling}; split it by noun` },
    ]);
  });
}

test('style sheets are among what is counted', () => {
  const paths = readStyleSheets().map(({ path }) => path);
  ok(paths.includes('console/src/console.css'), paths.join(', '));
});

test('a file without a closing line break is counted whole', () => {
  equal(countLines('a\nb'), 2);
  equal(countLines('a\nb\n'), 2);
});

test('median and p90 leave tests out', () => {
  const files = [10, 20, 30, 40, 50, 60, 70, 80, 90, 300].map((lines) =>
    withLines(`src/a${lines}.ts`, lines),
  );
  const all = [...files, withLines('src/a.test.ts', 400)];
  equal(sizeAtShare(all, 0.5), 50);
  equal(sizeAtShare(all, 0.9), 90);
  equal(sizeAtShare([], 0.5), 0);
});

test('a missed goal is said', () => {
  equal(
    describeSizes([withLines('src/a.ts', 120)]),
    '1 files, median 120 (goal under 90, MISSED), p90 120 (goal under 220)',
  );
});

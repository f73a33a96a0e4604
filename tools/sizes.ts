// File sizes: `node tools/sizes.ts`. Services and query builders are where bloat lands, so each role has its ceiling.
import { isTestCode, placeOf } from './places.ts';
import { hasRole, isTestFile, readCodeFiles, readStyleSheets, reportFindings } from './repository.ts';
import type { Finding, SourceFile } from './repository.ts';

const OTHER_CEILING = 300;
const TEST_CEILING = 400;

type Ceiling = { readonly roles: readonly string[]; readonly lines: number };

const FEATURE_CEILINGS: readonly Ceiling[] = [
  { roles: ['routes'], lines: 180 },
  { roles: ['service'], lines: 250 },
  { roles: ['rules'], lines: 200 },
  { roles: ['store', 'queries'], lines: 250 },
  { roles: ['schemas', 'jobs', 'ports'], lines: 150 },
];
const SOURCE_CEILINGS: readonly Ceiling[] = [{ roles: ['source', 'download'], lines: 120 }];

// The goals are for the whole repository; one file alone cannot break them, so they are reported and do not fail.
const MEDIAN_GOAL = 90;
const P90_GOAL = 220;

export function ceilingOf(path: string): number {
  if (isTestFile(path)) return TEST_CEILING;
  const place = placeOf(path);
  const ceilings = place === 'feature' ? FEATURE_CEILINGS : place === 'source' ? SOURCE_CEILINGS : [];
  return ceilings.find(({ roles }) => hasRole(path, ...roles))?.lines ?? OTHER_CEILING;
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

export function checkSizes(files: readonly SourceFile[]): Finding[] {
  return files.flatMap(({ path, text }) => {
    const [lines, ceiling] = [countLines(text), ceilingOf(path)];
    const message = `${lines} lines, the ceiling is ${ceiling}; split it by noun`;
    return lines > ceiling ? [{ path, rule: 'size', message }] : [];
  });
}

/** The smallest size that at least `share` of the hand-written files outside tests do not exceed. */
export function sizeAtShare(files: readonly SourceFile[], share: number): number {
  const sizes = files
    .filter(({ path }) => !isTestCode(path))
    .map(({ text }) => countLines(text))
    .toSorted((a, b) => a - b);
  return sizes[Math.max(0, Math.ceil(sizes.length * share) - 1)] ?? 0;
}

export function describeSizes(files: readonly SourceFile[]): string {
  const figure = (name: string, lines: number, goal: number): string =>
    `${name} ${lines} (goal under ${goal}${lines < goal ? '' : ', MISSED'})`;
  return [
    `${files.length} files`,
    figure('median', sizeAtShare(files, 0.5), MEDIAN_GOAL),
    figure('p90', sizeAtShare(files, 0.9), P90_GOAL),
  ].join(', ');
}

if (import.meta.main) {
  const files = [...readCodeFiles(), ...readStyleSheets()];
  console.log(`sizes: ${describeSizes(files)}`);
  reportFindings('sizes', checkSizes(files));
}

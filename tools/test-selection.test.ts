import { deepEqual } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY_ROOT } from './repository.ts';
import {
  addCounts,
  findCountFaults,
  findEmptyFiles,
  groupTests,
  LONGEST,
  LOOKS,
  MEASURED,
  parseCounts,
  selectTests,
} from './test-selection.ts';

const ALL = [
  'src/documents/cpf.test.ts',
  'src/documents-a.test.ts',
  'test/journeys/day.test.ts',
  'tools/a.slow.test.ts',
];

test('without filters every file is taken', () => {
  deepEqual(selectTests(ALL, [], false), { files: ALL, faults: [] });
});

test('journeys are run before the others, with nothing beside them', () => {
  const [first, second, timed, last] = ALL;
  deepEqual(groupTests(ALL, { shareable: [], cores: 2 }), [
    [{ files: [timed], isShared: false, atOnce: 2 }],
    [{ files: [first, second, last], isShared: false, atOnce: 4 }],
  ]);
  deepEqual(groupTests([], { shareable: [], cores: 2 }), []);
});

test('quick ones that may share a process do, and those that measure are no more at once than there are cores', () => {
  const [first = '', second = '', timed = '', last = ''] = ALL;
  const [measured = ''] = MEASURED;
  deepEqual(groupTests([...ALL, measured], { shareable: [first, timed, last, measured], cores: 16 }), [
    [{ files: [timed], isShared: false, atOnce: 16 }],
    [{ files: [first], isShared: true, atOnce: 1 }],
    [{ files: [measured], isShared: false, atOnce: 16 }],
    [{ files: [second, last], isShared: false, atOnce: 8 }],
  ]);
});

test('proofs come last, no more at once than there are cores', () => {
  const proof = 'test/prove/a.slow.test.ts';
  deepEqual(groupTests([proof, 'tools/a.slow.test.ts'], { shareable: [proof], cores: 2 }), [
    [{ files: ['tools/a.slow.test.ts'], isShared: false, atOnce: 4 }],
    [{ files: [proof], isShared: false, atOnce: 2 }],
  ]);
});

test('the looks of a browser come one file after the other, with nothing beside them', () => {
  const [one = '', other = ''] = LOOKS;
  const [measured = ''] = MEASURED;
  deepEqual(groupTests([one, measured, other], { shareable: [], cores: 2 }), [
    [{ files: [one, other], isShared: false, atOnce: 1 }],
    [{ files: [measured], isShared: false, atOnce: 2 }],
  ]);
});

test('the longest of a kind are begun first', () => {
  const [long = '', longer = ''] = LONGEST.filter((path) => path.startsWith('test/prove/')).toReversed();
  deepEqual(
    groupTests([long, 'test/prove/a.slow.test.ts', longer], { shareable: [], cores: 2 }).map((parts) =>
      parts.map(({ files }) => files),
    ),
    [[[longer, long, 'test/prove/a.slow.test.ts']]],
  );
});

test('many that may share a process share as many as there are cores', () => {
  const many = Array.from({ length: 17 }, (_, index) => `src/${index}.test.ts`);
  const groups = groupTests(many, { shareable: many, cores: 2 });
  deepEqual(
    groups.map((parts) => parts.map(({ files }) => files.length)),
    [[9, 8]],
  );
});

test('those that are named are there', () => {
  deepEqual(
    [...MEASURED, ...LOOKS, ...LONGEST].filter((path) => !existsSync(join(REPOSITORY_ROOT, path))),
    [],
  );
});

test('quick leaves out journeys and slow tests', () => {
  deepEqual(selectTests(ALL, [], true).files, ['src/documents/cpf.test.ts', 'src/documents-a.test.ts']);
});

test('a filter is a folder or a file', () => {
  deepEqual(selectTests(ALL, ['./src/documents/'], false).files, ['src/documents/cpf.test.ts']);
  deepEqual(selectTests(ALL, ['tools/a.slow.test.ts', 'test'], false).files, ALL.slice(2));
});

test('a filter that selects nothing is a fault', () => {
  deepEqual(selectTests(ALL, ['src/docu'], false).faults, ['no test file is called src/docu or lies in it']);
});

test("reads node's own closing counts, not what a test printed", () => {
  const tap =
    'TAP version 13\n# tests 99\n# skipped 99\nok 1 - a\n1..1\n# tests 12\n# suites 0\n# pass 7\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 1\n';
  const counts = { tests: 12, passed: 7, failed: 2, skipped: 2, todo: 1 };
  deepEqual(parseCounts(tap), counts);
  deepEqual(parseCounts(''), { tests: 0, passed: 0, failed: 0, skipped: 0, todo: 0 });
  deepEqual(addCounts([counts, counts]), { tests: 24, passed: 14, failed: 4, skipped: 4, todo: 2 });
});

test('a file without tests is found', () => {
  const tap = 'ok 1 - a sentence\nok 2 - src/documents/cpf.test.ts\n    ok 1 - src/documents-a.test.ts\n';
  deepEqual(findEmptyFiles(tap, ALL), ['src/documents/cpf.test.ts']);
});

test('a run without tests fails', () => {
  deepEqual(findCountFaults({ tests: 0, skipped: 0, todo: 0 }, false), ['no test ran']);
});

test('skipped tests fail the run only with CI=true', () => {
  const counts = { tests: 3, skipped: 1, todo: 1 };
  deepEqual(findCountFaults(counts, false), []);
  deepEqual(findCountFaults(counts, true), ['2 test(s) were skipped, which CI=true does not allow']);
  deepEqual(findCountFaults({ tests: 3, skipped: 0, todo: 0 }, true), []);
});

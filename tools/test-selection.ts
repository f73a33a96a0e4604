// Which test files a run takes, and what its counts mean.

export type Selection = { readonly files: readonly string[]; readonly faults: readonly string[] };

/** `filters` are folders or files, relative to the repository; a filter that selects nothing is a fault. */
export function selectTests(all: readonly string[], filters: readonly string[], quick: boolean): Selection {
  const wanted = filters.map((filter) => filter.replace(/^\.\//, '').replace(/\/+$/, ''));
  const matches = (path: string, filter: string): boolean => path === filter || path.startsWith(`${filter}/`);
  const faults = wanted
    .filter((filter) => !all.some((path) => matches(path, filter)))
    .map((filter) => `no test file is called ${filter} or lies in it`);
  const files = all
    .filter((path) => wanted.length === 0 || wanted.some((filter) => matches(path, filter)))
    .filter((path) => !(quick && isSlow(path)));
  return { files, faults };
}

/** Journeys tell how long a start takes, so nothing runs beside them. They are run first, then all others two at a time. */
export function groupTests(files: readonly string[]): readonly (readonly string[])[] {
  const isTimed = (path: string): boolean => path.startsWith('test/journeys/');
  const groups = [files.filter(isTimed), files.filter((path) => !isTimed(path))];
  return groups.filter(({ length }) => length > 0);
}

function isSlow(path: string): boolean {
  return path.startsWith('test/journeys/') || path.endsWith('.slow.test.ts');
}

export type Counts = Readonly<Record<'tests' | 'passed' | 'failed' | 'skipped' | 'todo', number>>;

export function addCounts(all: readonly Counts[]): Counts {
  const sum = (name: keyof Counts): number => all.reduce((total, counts) => total + counts[name], 0);
  return {
    tests: sum('tests'),
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    todo: sum('todo'),
  };
}

/** Node closes its TAP output with lines such as `# skipped 0`; what a test prints itself comes before them. */
export function parseCounts(tap: string): Counts {
  const last = (name: string): number =>
    Number(
      tap
        .match(new RegExp(`^# ${name} (\\d+)$`, 'gm'))
        ?.at(-1)
        ?.split(' ')[2] ?? 0,
    );
  return {
    tests: last('tests'),
    passed: last('pass'),
    failed: last('fail') + last('cancelled'),
    skipped: last('skipped'),
    todo: last('todo'),
  };
}

/** Node counts a file without any test as one test that passed, under the file's own path. */
export function findEmptyFiles(tap: string, files: readonly string[]): string[] {
  const passed = new Set(Array.from(tap.matchAll(/^ok \d+ - (\S+)$/gm), ([, name]) => name));
  return files.filter((path) => passed.has(path));
}

/** What makes a run fail although every test that ran has passed. */
export function findCountFaults(counts: Pick<Counts, 'tests' | 'skipped' | 'todo'>, isCi: boolean): string[] {
  if (counts.tests === 0) return ['no test ran'];
  const left = counts.skipped + counts.todo;
  return isCi && left > 0 ? [`${left} test(s) were skipped, which CI=true does not allow`] : [];
}

// Which test files a run takes, and what its counts mean.

export type Selection = { readonly files: readonly string[]; readonly faults: readonly string[] };

/** `filters` are folders or files, relative to the repository; a filter that selects nothing is a fault. */
export function selectTests(all: readonly string[], filters: readonly string[], quick: boolean): Selection {
  const wanted = filters.map((filter) => filter.replace(/^\.\//, '').replace(/\/+$/, ''));
  const faults = wanted
    .filter((filter) => !all.some((path) => matches(path, filter)))
    .map((filter) => `no test file is called ${filter} or lies in it`);
  const files = all
    .filter((path) => wanted.length === 0 || wanted.some((filter) => matches(path, filter)))
    .filter((path) => !(quick && isSlow(path)));
  return { files, faults };
}

function matches(path: string, filter: string): boolean {
  return path === filter || path.startsWith(`${filter}/`);
}

export type TestGroup = {
  readonly files: readonly string[];
  /** All in one process, one after the other; otherwise each in one of its own, so many of them at once. */
  readonly isShared: boolean;
  readonly atOnce: number;
};

/**
 * They tell how long something takes, or play in a browser that is waited for; with more of them at once than there are cores,
 * it would be the machine that is told of.
 */
export const MEASURED: readonly string[] = [
  'src/features/accounts/flood.slow.test.ts',
  'src/features/accounts/timing.slow.test.ts',
  'src/features/analysis/printed-report.slow.test.ts',
  'src/features/analysis/summary.slow.test.ts',
  'src/features/cases/queries.slow.test.ts',
  'src/features/changes/case-changes.slow.test.ts',
  'src/features/events/stream-over-http.slow.test.ts',
  'src/features/graph/hub.slow.test.ts',
  'src/features/webhooks/sender.slow.test.ts',
  'src/platform/http/shedding.slow.test.ts',
  'src/platform/http/slow-clients.slow.test.ts',
  'src/platform/jobs/pace.slow.test.ts',
  'test/console',
  'test/contract/docs-page.slow.test.ts',
  'test/contract/regular-expressions.slow.test.ts',
];
/** Four looks of a browser side by side, which fill the machine. */
export const LOOKS: readonly string[] = [
  'test/console/batches.slow.test.ts',
  'test/console/console.slow.test.ts',
];
/** Of each kind these are begun first, the longest before the others, so that in the end nobody waits for one that was begun late. */
export const LONGEST: readonly string[] = [
  'src/features/accounts/timing.slow.test.ts',
  'test/console/many-cases.slow.test.ts',
  'src/platform/db/database.slow.test.ts',
  'src/platform/jobs/processes.slow.test.ts',
  'src/sources/receita/damage.slow.test.ts',
  'src/features/radars/many-radars.slow.test.ts',
  'src/features/analysis/second-sources.slow.test.ts',
  'test/prove/prove.slow.test.ts',
  'test/prove/refreshes.slow.test.ts',
  'test/prove/licences.slow.test.ts',
  'test/prove/batches.slow.test.ts',
  'test/prove/analyses.slow.test.ts',
  'test/prove/licence-bugs.slow.test.ts',
];
/** The others wait for leases, deadlines and pauses most of the time; more than these would want too many connections. */
const MOST_AT_ONCE = 8;

type Kind = 'timed' | 'looks' | 'measured' | 'shared' | 'other' | 'proof';

/** With fewer in one process a second one would load the product for nothing. */
const SHARED_AT_LEAST = 8;

/**
 * Groups that are run one after the other, and in each the parts that are run side by side. Journeys tell how long a start
 * takes, so nothing runs beside them, and they are run first. Then come the quick ones that may share a process, the looks of a
 * browser one file after the other, those that measure, and all others; last the proofs, whose processes fill the machine by
 * themselves.
 */
export function groupTests(
  files: readonly string[],
  { shareable, cores }: { shareable: readonly string[]; cores: number },
): readonly (readonly TestGroup[])[] {
  const kindOf = (path: string): Kind => {
    if (path.startsWith('test/journeys/')) return 'timed';
    if (LOOKS.includes(path)) return 'looks';
    if (MEASURED.some((filter) => matches(path, filter))) return 'measured';
    if (!isSlow(path) && shareable.includes(path)) return 'shared';
    return path.startsWith('test/prove/') ? 'proof' : 'other';
  };
  const listed = Map.groupBy(files, kindOf);
  const shared = listed.get('shared') ?? [];
  const parts = Math.max(1, Math.min(cores, Math.floor(shared.length / SHARED_AT_LEAST)));
  const apart = (kind: Exclude<Kind, 'shared'>, atOnce: number): TestGroup[] => [
    { files: longestFirst(listed.get(kind) ?? []), isShared: false, atOnce },
  ];
  const groups: TestGroup[][] = [
    apart('timed', cores),
    Array.from({ length: parts }, (_, part) => ({
      files: shared.filter((_path, index) => index % parts === part),
      isShared: true,
      atOnce: 1,
    })),
    apart('looks', 1),
    apart('measured', cores),
    apart('other', Math.min(MOST_AT_ONCE, 2 * cores)),
    apart('proof', cores),
  ];
  return groups.filter(([first]) => first !== undefined && first.files.length > 0);
}

function longestFirst(files: readonly string[]): string[] {
  const known = LONGEST.filter((path) => files.includes(path));
  return [...known, ...files.filter((path) => !known.includes(path))];
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

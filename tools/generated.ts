// Freshness of generated files; the list of them is in generated-files.ts, the command in generate.ts.
import type { Finding } from './repository.ts';

export type GeneratedFile = {
  /** Relative to the repository. */
  readonly path: string;
  readonly make: () => Promise<string>;
};

/** `read` answers null when the file does not exist. */
export async function findStaleFiles(
  files: readonly GeneratedFile[],
  read: (path: string) => Promise<string | null>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { path, make } of files) {
    const [fresh, committed] = [await make(), await read(path)];
    if (committed === fresh) continue;
    const fault =
      committed === null ? 'is missing' : `is stale from line ${firstDifference(committed, fresh)} on`;
    findings.push({ path, rule: 'generated', message: `${fault}; run npm run generate` });
  }
  return findings;
}

function firstDifference(committed: string, fresh: string): number {
  const freshLines = fresh.split('\n');
  const index = committed.split('\n').findIndex((line, at) => line !== freshLines[at]);
  return index === -1 ? committed.split('\n').length : index + 1;
}

// Where a file stands in the layout. The walls are stated between places.
import { isTestFile } from './repository.ts';

export type Place =
  | 'documents'
  | 'platform'
  | 'errors'
  | 'config'
  | 'wiring'
  | 'cli'
  | 'feature'
  | 'source'
  | 'console'
  | 'sandbox'
  | 'bench'
  | 'tools'
  | 'bin'
  | 'test-support'
  | 'test-through-http'
  | 'test'
  | 'unknown';

// The first match counts.
const PLACES: readonly (readonly [RegExp, Place])[] = [
  [/^src\/documents\//, 'documents'],
  [/^src\/platform\//, 'platform'],
  // Catalogues of words that everything else may use.
  [/^src\/(errors|audit-actions)(\.test)?\.ts$/, 'errors'],
  [/^src\/config(-[a-z]+)?(\.test)?\.ts$/, 'config'],
  // The demo tenants are put together from the features, as the program is.
  [
    /^src\/(wiring|administration|imports|demo|connect|console-start|connectors|connector-needs|sources-in-use|live-sources|product-jobs|reports|monitoring|sequencing|webhook-sending)((\.slow)?\.test)?\.ts$/,
    'wiring',
  ],
  [/^src\/cli(\/|(\.test)?\.ts$)/, 'cli'],
  [/^src\/features\/[^/]+\//, 'feature'],
  [/^src\/sources\/[^/]+\//, 'source'],
  [/^src\//, 'unknown'],
  [/^test\/support\//, 'test-support'],
  [/^test\/(journeys|contract)\//, 'test-through-http'],
  [/^test\//, 'test'],
  [/^console\//, 'console'],
  [/^sandbox\//, 'sandbox'],
  [/^bench\//, 'bench'],
  [/^tools\//, 'tools'],
  [/^bin\//, 'bin'],
];

export function placeOf(path: string): Place {
  return PLACES.find(([pattern]) => pattern.test(path))?.[1] ?? 'unknown';
}

/** `src/features/plans/x.ts` → `src/features/plans`; a file directly in `src` or `src/platform` is its own unit. */
export function unitOf(path: string): string {
  const parts = path.split('/');
  const depth = /^src\/(features|platform|sources)\//.test(path) ? 3 : 2;
  return parts.slice(0, depth).join('/');
}

/** Any code that only runs in tests; a `fixtures` folder holds what the tests beside it read or start. */
export function isTestCode(path: string): boolean {
  return isTestFile(path) || path.startsWith('test/') || path.includes('/fixtures/');
}

// The walls themselves: which file may import what. Every rule here is tripped by a planted violation in walls.test.ts.
import type { ImportOf } from './imports.ts';
import { COMPUTED_IMPORT } from './imports.ts';
import { isTestCode, placeOf, unitOf } from './places.ts';
import type { Place } from './places.ts';
import { hasRole } from './repository.ts';

/** What is wrong with one import, as the sentence to print, or null. */
export function judgeImport(from: string, imported: ImportOf): string | null {
  if (imported.isOurs) return judgeOwnImport(from, imported);
  return judgePackage(from, imported.target) ?? judgePurity(from, imported);
}

// The places a place may import from, beside its own unit. A feature is only seen through the files named in FACES.
const SEES: Record<Place, readonly Place[]> = {
  documents: [],
  errors: ['documents', 'errors'],
  platform: ['platform', 'documents', 'errors'],
  config: ['platform', 'documents', 'errors', 'config'],
  feature: ['feature', 'documents', 'platform', 'errors'],
  source: ['feature', 'documents', 'platform', 'errors'],
  wiring: ['feature', 'source', 'documents', 'platform', 'errors', 'config', 'wiring'],
  cli: ['feature', 'documents', 'platform', 'errors', 'config', 'wiring', 'cli', 'sandbox'],
  tools: ['feature', 'documents', 'platform', 'errors', 'config', 'wiring', 'cli', 'tools', 'sandbox'],
  bench: [
    'feature',
    'documents',
    'platform',
    'errors',
    'config',
    'wiring',
    'cli',
    'bench',
    'test-support',
    'sandbox',
  ],
  'test-support': [
    'feature',
    'source',
    'documents',
    'platform',
    'errors',
    'config',
    'wiring',
    'cli',
    'sandbox',
  ],
  test: [
    'feature',
    'source',
    'documents',
    'platform',
    'errors',
    'config',
    'wiring',
    'cli',
    'test',
    'test-support',
    'sandbox',
  ],
  'test-through-http': ['test-support'],
  sandbox: ['sandbox', 'documents'],
  console: ['console', 'documents'],
  bin: ['bin', 'cli', 'tools', 'platform'],
  unknown: [],
};

/** The files through which a feature is seen from outside. */
function isFace(from: Place, target: string): boolean {
  const name = target.split('/').slice(3).join('/');
  return from === 'source' ? name === 'ports.ts' : name === 'index.ts';
}

function judgeOwnImport(from: string, imported: ImportOf): string | null {
  const { target, isTypeOnly } = imported;
  const [fromPlace, targetPlace] = [placeOf(from), placeOf(target)];
  if (fromPlace === 'unknown') {
    return `${unitOf(from)} has no place in the layout; give it one in tools/places.ts and tools/wall-rules.ts`;
  }
  const impure = judgePurity(from, imported);
  if (impure !== null) return impure;
  if (target.includes('/fixtures/') && !isTestCode(from)) return `only tests import fixtures (${target})`;
  if (unitOf(from) === unitOf(target) && fromPlace === targetPlace) return null;
  if (isTestCode(from) && from.startsWith('src/') && targetPlace === 'test-support') return null;
  const isConfigType = targetPlace === 'config' && isTypeOnly;
  if (isConfigType && (fromPlace === 'platform' || fromPlace === 'test-through-http')) return null;
  // Nothing of the server runs in a browser but its documents; what travels between them is typed by its schemas.
  const isWireType = targetPlace === 'feature' && isTypeOnly && hasRole(target, 'schemas');
  if (fromPlace === 'console' && isWireType) return null;
  if (!SEES[fromPlace].includes(targetPlace))
    return `${fromPlace} must not import ${describe(target, targetPlace)}`;
  if (targetPlace === 'feature' && !isFace(fromPlace, target)) {
    return `a feature is entered through its ${fromPlace === 'source' ? 'ports.ts' : 'index.ts'} only, not ${target}`;
  }
  return null;
}

function describe(target: string, place: Place): string {
  return place === 'unknown' ? target : `${place} (${target})`;
}

/** rules.ts decides and does nothing else, so it may run only what documents offer; types cost nothing. */
function judgePurity(from: string, imported: ImportOf): string | null {
  if (placeOf(from) !== 'feature' || !hasRole(from, 'rules') || imported.isTypeOnly) return null;
  if (imported.isOurs && placeOf(imported.target) === 'documents') return null;
  return `rules.ts imports only documents and types, not ${imported.target}`;
}

type PackageWall = {
  readonly packages: RegExp;
  readonly within: RegExp;
  readonly isAllowed: (path: string) => boolean;
  readonly where: string;
};

const PACKAGE_WALLS: readonly PackageWall[] = [
  {
    packages: /^(fastify$|fastify\/|@fastify\/)/,
    within: /^src\//,
    isAllowed: (path) =>
      hasRole(path, 'routes') || path.startsWith('src/platform/http/') || path === 'src/wiring.ts',
    where: 'routes.ts, src/platform/http and src/wiring.ts',
  },
  {
    packages: /^(typebox|@sinclair\/typebox)($|\/)/,
    within: /^src\//,
    isAllowed: (path) =>
      hasRole(path, 'schemas', 'routes', 'jobs', 'ports') ||
      path.startsWith('src/platform/') ||
      path === 'src/config.ts' ||
      path === 'src/errors.ts',
    where: 'schemas.ts, routes.ts, jobs.ts, ports.ts, src/platform, src/config.ts and src/errors.ts',
  },
  {
    packages: /^(pg|pg-[a-z-]+)($|\/)/,
    within: /^(src|tools|bench|sandbox|bin)\//,
    isAllowed: (path) =>
      /^src\/(platform\/(db|postgres|jobs|imports)|cli)\//.test(path) ||
      path === 'src/wiring.ts' ||
      path === 'src/cli.ts',
    where:
      'src/platform/db, src/platform/postgres, src/platform/jobs, src/platform/imports, src/wiring.ts, src/cli and tests',
  },
];

function judgePackage(from: string, name: string): string | null {
  if (name === COMPUTED_IMPORT) {
    return from.startsWith('src/')
      ? 'an import of a computed path cannot be checked; write the path out'
      : null;
  }
  if (name.startsWith('#') || name.startsWith('/') || name.startsWith('file:') || name.startsWith('farol/')) {
    return `${name} goes around the walls; import our own files by a relative path`;
  }
  const wall = PACKAGE_WALLS.find(({ packages, within }) => packages.test(name) && within.test(from));
  if (wall === undefined || isTestCode(from) || wall.isAllowed(from)) return null;
  return `${name} may be imported only by ${wall.where}`;
}

// Import walls: `node tools/walls.ts`. The rules are in wall-rules.ts; here they meet the files, and cycles are found.
// Linters were tried for this: oxlint's import rules silently ignore look-aheads and negated globs.
import { findImports } from './imports.ts';
import type { ImportOf } from './imports.ts';
import { isTestCode, placeOf, unitOf } from './places.ts';
import { readCodeFiles, reportFindings } from './repository.ts';
import type { Finding, SourceFile } from './repository.ts';
import { judgeImport } from './wall-rules.ts';

type Edge = { readonly from: string; readonly to: string; readonly line: number };

export function checkWalls(files: readonly SourceFile[]): Finding[] {
  const findings: Finding[] = [];
  const edges: Edge[] = [];
  for (const file of files) {
    for (const imported of findImports(file)) {
      const message = judgeImport(file.path, imported);
      if (message !== null) findings.push({ path: file.path, line: imported.line, rule: 'wall', message });
      if (isCycleEdge(file.path, imported))
        edges.push({ from: file.path, to: imported.target, line: imported.line });
    }
  }
  return [
    ...findings,
    ...findCycles('file-cycle', edges),
    ...findCycles('folder-cycle', edges.flatMap(betweenUnits)),
  ];
}

/**
 * Imports of types count too: a cycle of types is still two parts that cannot be understood apart. The one exception is
 * the wall's own: the platform may name the configuration's types, while the configuration is built from the platform.
 */
function isCycleEdge(from: string, { target, isOurs, isTypeOnly }: ImportOf): boolean {
  if (!isOurs || isTestCode(from)) return false;
  return !(isTypeOnly && placeOf(from) === 'platform' && placeOf(target) === 'config');
}

function betweenUnits(edge: Edge): Edge[] {
  const [from, to] = [unitOf(edge.from), unitOf(edge.to)];
  return from === to || !edge.from.startsWith('src/') ? [] : [{ from, to, line: edge.line }];
}

/** One finding for each group of nodes that reach each other, showing a shortest way round. */
function findCycles(rule: string, edges: readonly Edge[]): Finding[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set<string>()).add(to));
  const findings: Finding[] = [];
  const explained = new Set<string>();
  for (const start of [...next.keys()].toSorted()) {
    const round = explained.has(start) ? null : findWayBack(start, next);
    if (round === null) continue;
    for (const node of round) explained.add(node);
    findings.push({
      path: start,
      rule,
      message: `imports go round in a circle: ${[...round, start].join(' → ')}`,
    });
  }
  return findings;
}

/** Breadth first, so that the way shown is a shortest one. */
function findWayBack(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const follower of next.get(node) ?? []) {
      if (follower === start) return wayTo(node, start, cameFrom);
      if (cameFrom.has(follower)) continue;
      cameFrom.set(follower, node);
      queue.push(follower);
    }
  }
  return null;
}

function wayTo(node: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [node];
  for (let at = node; at !== start;) {
    at = cameFrom.get(at) ?? start;
    way.unshift(at);
  }
  return way;
}

if (import.meta.main) reportFindings('walls', checkWalls(readCodeFiles()));

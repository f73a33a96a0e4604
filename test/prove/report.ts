// The table at the end, and the first faults of each kind.
import { countFaults, INVARIANTS } from './checker.ts';
import type { Proof } from './prove.ts';

const SHOWN = 5;

export function buildTable(proofs: readonly Proof[]): string {
  const rows = [
    ['scenario', 'seed', 'times', 'sent', 'acknowledged', 'ambiguous', ...INVARIANTS, 'seconds'],
    ...proofs.map((proof) => [
      proof.name,
      String(proof.seed),
      String(proof.times),
      String(proof.sent),
      String(proof.acknowledged),
      String(proof.ambiguous),
      ...INVARIANTS.map((invariant) => String(proof.faults[invariant].length)),
      proof.seconds.toFixed(1),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

export function describeFigures({ name, figures }: Proof): string[] {
  return figures.map((figure) => `${name}: ${figure}`);
}

export function describeFaults(proof: Proof): string[] {
  if (countFaults(proof.faults) === 0) return [];
  return INVARIANTS.flatMap((invariant) =>
    proof.faults[invariant].slice(0, SHOWN).map((fault) => `${proof.name} ${invariant}: ${fault}`),
  );
}

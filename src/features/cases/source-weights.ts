// How much a source's word counts against another's of the same day. What is newer counts more, whoever says it; within a day
// nobody can tell whose look was the later one.

/** DataJud is what the courts themselves report to the CNJ; Escavador gives names for codes and mixes gazettes in. */
const WEIGHTS: Readonly<Record<string, number>> = { datajud: 3, escavador: 1 };
const USUAL_WEIGHT = 2;

function weightOf(source: string): number {
  return WEIGHTS[source] ?? USUAL_WEIGHT;
}

const DAY_MS = 86_400_000;

type Look = { readonly source: string; readonly atMs: number };

/** Days since 1970; a look that was never dated is the oldest. */
const dayOf = (atMs: number): number => Math.max(0, Math.floor(atMs / DAY_MS));

/** Above 0 where the first outweighs the second; 0 only where nothing tells them apart. */
export function compareLooks(one: Look, other: Look): number {
  const days = dayOf(one.atMs) - dayOf(other.atMs);
  if (days !== 0) return days;
  const weight = weightOf(one.source) - weightOf(other.source);
  return weight === 0 ? Number(one.atMs > other.atMs) - Number(one.atMs < other.atMs) : weight;
}

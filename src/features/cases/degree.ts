// Degrees of courts in their order. Records of one rank are one: G1 and JE are both where cases begin.

const FIRST = 0;
export const SUPERIOR = 2;
/** The source does not say: any degree that is known goes before it. */
export const UNSAID = 3;
export const RANKS = 4;

const RANK_OF = new Map([
  ['G1', FIRST],
  ['JE', FIRST],
  ['G2', 1],
  ['TR', 1],
  // The courts that make decisions of small-claims panels uniform stand above those panels.
  ['TRU', SUPERIOR],
  ['TEU', SUPERIOR],
  ['TNU', SUPERIOR],
  ['SUP', SUPERIOR],
]);

export function degreeRank(degree: string): number {
  return RANK_OF.get(degree) ?? UNSAID;
}

export function isOnAppeal(rank: number): boolean {
  return rank > FIRST && rank < UNSAID;
}

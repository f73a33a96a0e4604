// Numbers that look like chance and are always the same for the same document: everything the sandbox tells is drawn
// from them, so that nothing has to be stored and a document keeps its story over restarts.
import { hash } from 'node:crypto';

export type Draws = {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  oneOf<T>(choices: readonly [T, ...T[]]): T;
  /** True in about so many of a hundred documents. */
  inHundred(share: number): boolean;
  digits(count: number): string;
};

const WORD_VALUES = 2 ** 32;

/** xorshift128 (Marsaglia, 2003), seeded by a digest: one hash for a story however many numbers it takes. */
function words(seed: Buffer): () => number {
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => seed.readUInt32BE(at)) as [number, number, number, number];
  return () => {
    const mixed = a ^ (a << 11);
    [a, b, c] = [b, c, d];
    d = d ^ (d >>> 19) ^ mixed ^ (mixed >>> 8);
    return (d >>> 0) / WORD_VALUES;
  };
}

export function drawsOf(topic: string, document: string): Draws {
  const next = words(hash('sha256', `${topic}:${document}`, 'buffer'));
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    oneOf: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    inHundred: (share) => next() * 100 < share,
    digits: (count) => String(Math.floor(next() * 10 ** count)).padStart(count, '0'),
  };
}

// Repeatable randomness. Millions of cases are drawn, so this is the plain sfc32 generator and nothing cryptographic.

const UNIT = 1 / 2 ** 32;

/** Scrambles two numbers into 32 bits: what a person or company with a given index is like, without keeping it. */
export function scramble(seed: number, index: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The element at an index that may run past the end. */
export function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(seed: number, stream: number) {
    this.#a = scramble(seed, stream) | 0;
    this.#b = scramble(seed, stream + 0x1000) | 0;
    this.#c = scramble(seed, stream + 0x2000) | 0;
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** 32 random bits. */
  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return t >>> 0;
  }

  /** From 0 up to, not including, 1. */
  unit(): number {
    return this.next() * UNIT;
  }

  below(limit: number): number {
    return Math.floor(this.next() * UNIT * limit);
  }

  chance(probability: number): boolean {
    return this.next() * UNIT < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * UNIT * list.length)] as T;
  }

  /** An index below the limit, the small ones more often: how lawsuits spread over people. */
  leaning(limit: number): number {
    const u = this.next() * UNIT;
    return Math.floor(u * u * limit);
  }

  /** The same, only steeper: over companies. */
  skewed(limit: number): number {
    const u = this.next() * UNIT;
    return Math.floor(u * u * u * limit);
  }
}

/** Draws from a list in proportion to weights. */
export class Lottery<T> {
  readonly #items: readonly T[];
  readonly #ceilings: number[] = [];

  constructor(entries: readonly (readonly [weight: number, item: T])[]) {
    const total = entries.reduce((sum, [weight]) => sum + weight, 0);
    let reached = 0;
    for (const [weight] of entries) {
      reached += weight / total;
      this.#ceilings.push(reached);
    }
    this.#items = entries.map(([, item]) => item);
  }

  draw(random: Random): T {
    const u = random.unit();
    let index = 0;
    while (index < this.#items.length - 1 && u >= (this.#ceilings[index] as number)) index += 1;
    return this.#items[index] as T;
  }
}

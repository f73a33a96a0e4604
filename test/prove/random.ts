// Numbers that a seed repeats: a failing run is played again with the seed it printed.
export type Random = {
  /** From 0, below 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

/** Mulberry32: 32 bits of state are plenty to spread kills. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) {
        throw new Error('There is nothing to pick from');
      }
      return item;
    },
  };
}

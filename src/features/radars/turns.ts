// One after the other for each name: creates of the same document never meet in one batch, where the first could turn out
// to be refused after the second was taken for a change of it.

export type Turns = { take<T>(name: string, work: () => Promise<T>): Promise<T> };

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take: (name, work) => {
      const before = last.get(name);
      const mine = before === undefined ? work() : before.then(work, work);
      last.set(name, mine);
      const leave = (): void => {
        if (last.get(name) === mine) last.delete(name);
      };
      mine.then(leave, leave);
      return mine;
    },
  };
}

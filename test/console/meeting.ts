// What looks that go on side by side must not do at the same time, or must do together.

export type Meeting = {
  /** Resolves once everybody has come and the act is done. */
  arrive(who: number): Promise<void>;
};

/** Whoever gives up before has to arrive too, or the others would wait for ever; to arrive twice counts once. */
export function callMeeting(count: number, act: () => Promise<void>): Meeting {
  const arrived = new Set<number>();
  const held = Promise.withResolvers<void>();
  return {
    arrive: (who) => {
      arrived.add(who);
      if (arrived.size === count) void act().then(held.resolve, held.reject);
      return held.promise;
    },
  };
}

/** One at a time, in the order in which they asked. */
export function takeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

// A job whose worker died twice over it may be what killed it, and its mates with it. From then on it runs alone in its
// process: it uses up its own attempts without costing healthy jobs theirs. So it is never held while another runs:
// who fetches one among others gives it back, lets the others end, and fetches a single job then.

export type Solitude = {
  /** How many jobs this lane may fetch now. */
  mayFetch(lane: symbol): 'many' | 'one' | 'none';
  /** Nobody fetches any more until nothing runs; then this lane is called and fetches one. */
  request(lane: symbol, onAlone: () => void): void;
  /** There is nobody to be left alone any more. */
  release(lane: symbol): void;
  enter(): void;
  leave(): void;
};

export function createSolitude(): Solitude {
  let wanted: { lane: symbol; onAlone: () => void } | null = null;
  let running = 0;
  return {
    mayFetch: (lane) => {
      if (wanted === null) {
        return 'many';
      }
      return wanted.lane === lane && running === 0 ? 'one' : 'none';
    },
    request: (lane, onAlone) => {
      wanted ??= { lane, onAlone };
    },
    release: (lane) => {
      if (wanted?.lane === lane) {
        wanted = null;
      }
    },
    enter: () => {
      running += 1;
    },
    leave: () => {
      running -= 1;
      if (running === 0) {
        wanted?.onAlone();
      }
    },
  };
}

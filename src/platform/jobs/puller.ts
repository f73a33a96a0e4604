// Fetches until nothing is left, one fetch at a time, and again whenever somebody asked meanwhile.

export type Puller = {
  pull(): void;
  /** Jobs that end together are followed by one fetch; `now` when there is nothing to wait for. */
  pullSoon(now: boolean): void;
  isStopped(): boolean;
  /** Ends when the fetch under way has. */
  stop(): Promise<void>;
};

const GATHER_MS = 5;

/** `fetchOnce` says whether there may be more. */
export function createPuller(fetchOnce: () => Promise<boolean>, onFault: (error: unknown) => void): Puller {
  let pulling: Promise<void> | null = null;
  let soon: NodeJS.Timeout | undefined;
  let again = false;
  let stopped = false;

  async function pullAll(): Promise<void> {
    try {
      while (again) {
        again = false;
        again = (!stopped && (await fetchOnce())) || again;
      }
    } catch (error) {
      again = false;
      onFault(error);
    }
    pulling = null;
  }

  function pull(): void {
    if (!stopped) {
      clearTimeout(soon);
      soon = undefined;
      again = true;
      pulling ??= pullAll();
    }
  }

  return {
    pull,
    pullSoon: (now) => {
      if (now) {
        pull();
        return;
      }
      soon ??= setTimeout(pull, GATHER_MS);
    },
    isStopped: () => stopped,
    stop: async () => {
      stopped = true;
      clearTimeout(soon);
      await pulling;
    },
  };
}

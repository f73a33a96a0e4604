// Ctrl-C reaches every process of the terminal's group, and bin/prepare.mjs forwards it as well, so one
// key press arrives here twice. Hence the second SIGINT counts only when it comes a second later.

const REPEAT_IGNORED_MS = 1_000;

export type StopHandlers = {
  stop(signal: NodeJS.Signals): void;
  /** The user asked a second time: leave at once. */
  force(): void;
};

/** Returns a function that stops listening. SIGTERM and SIGHUP never force. */
export function onStopSignals(handlers: StopHandlers): () => void {
  let firstAt: number | null = null;
  const listener = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      handlers.stop(signal);
    } else if (signal === 'SIGINT' && now - firstAt >= REPEAT_IGNORED_MS) {
      handlers.force();
    }
  };
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

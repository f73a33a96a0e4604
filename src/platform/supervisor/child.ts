// What a process does that was started with an IPC channel by the supervisor or by a script in bin/.
// The channel is closed by the kernel when the parent dies, also after kill -9.

const LONGEST_STOP_MS = 25_000;

/**
 * Stops and exits when the parent is gone. Does nothing in a process without an IPC channel. The channel
 * is unreferenced: it must not keep a process alive that has nothing else to do.
 */
export function endWithParent(stop: () => Promise<void>): void {
  // `process.send` stays defined after a disconnect, so a parent that died before this call is noticed too.
  if (process.send === undefined) return;
  const end = (): void => {
    // A stop that hangs must not leave an orphan behind.
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  if (!process.connected) {
    end();
    return;
  }
  process.once('disconnect', end);
  process.channel?.unref();
}

/** Tells the supervisor that this process does its work now. Does nothing without an IPC channel. */
export function reportReady(details: Record<string, unknown> = {}): void {
  if (process.send === undefined || !process.connected) return;
  // A parent that dies at this moment is the matter of endWithParent, not an error of ours.
  process.send({ ...details, type: 'ready' }, undefined, {}, () => undefined);
}

// A handler that never gives the event loop back stops everything in its process, the renewal of leases included. A
// thread beside it notices and ends the process: whoever started it starts it again, and the job counts as failed.
import { Worker } from 'node:worker_threads';

const BEAT_MS = 500;

export function startWatchdog(): { close(): Promise<void> } {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS);
  timer.unref();
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData: beats });
  thread.unref();
  return {
    close: async () => {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}

// The thread of the watchdog. It counts its own turns and no time: in a process that was stopped as a whole and goes on,
// the event loop is not to blame.
import { workerData } from 'node:worker_threads';

const TURN_MS = 1000;
/** Longer than a lease, so what is ended here is lost already. */
const MOST_SILENT_TURNS = 12;

const beats = workerData as Int32Array;
let last = -1;
let silentTurns = 0;

setInterval(() => {
  const beat = Atomics.load(beats, 0);
  silentTurns = beat === last ? silentTurns + 1 : 0;
  last = beat;
  if (silentTurns >= MOST_SILENT_TURNS) {
    process.kill(process.pid, 'SIGKILL');
  }
}, TURN_MS);

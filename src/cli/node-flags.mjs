// What Node is told when it runs one of our processes, however they are started. Plain JavaScript: bin/farol.mjs reads it under
// whatever Node the machine has.

// Request objects are never merged, and without `__proto__` nothing can be hidden in one.
const EVERY = ['--disable-proto=delete'];

/**
 * A worker passes long lists through: what it makes for one page is garbage with the next. Node would let that grow to
 * 32 MB three times over before it looks; with 8 MB a worker stays 40 MB smaller, and no slower (docs/performance.md).
 */
const YOUNG_MB = 8;

/** @type {ReadonlyMap<string | undefined, readonly string[]>} */
const FLAGS = new Map([
  ['api', EVERY],
  ['worker', [...EVERY, `--max-semi-space-size=${YOUNG_MB}`]],
  ['sandbox', EVERY],
]);

/**
 * None for what is no process that stays.
 * @param {string | undefined} process
 */
export function nodeFlags(process) {
  return FLAGS.get(process) ?? [];
}

// Runs test files, each in a process of its own, in the order in which they are given: `node --test` would sort them by name.
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec, tap } from 'node:test/reporters';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    'at-once': { type: 'string', default: '1' },
    'timeout-ms': { type: 'string', default: 'Infinity' },
    /** Where to write what is told, in the form that is counted. */
    tap: { type: 'string', default: '/dev/null' },
  },
  allowPositionals: true,
});

const told = run({
  files: positionals,
  concurrency: Number(values['at-once']),
  timeout: Number(values['timeout-ms']),
});
told.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1;
});
told.compose(spec).pipe(process.stdout);
await finished(told.compose(tap).pipe(createWriteStream(values.tap)));

// What must never turn up in a log: the runner searches all logs of the run for everything that is noted here.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export function logFolder(): string | null {
  return process.env['FAROL_TEST_LOG_DIR'] ?? null;
}

export function noteCanary(...values: readonly string[]): void {
  const folder = logFolder();
  if (folder !== null) {
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, 'canaries.txt'), values.map((value) => `${value}\n`).join(''));
  }
}

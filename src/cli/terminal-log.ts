// Logs are lines of JSON for machines; at a terminal the same lines are shown for people.
import { styleText } from 'node:util';
import { createLog } from '../platform/log.ts';
import type { Log } from '../platform/log.ts';

type Line = { time: string; level: string; process: string; msg: string } & Record<string, unknown>;

const SHOWN_APART = new Set(['time', 'level', 'process', 'pid', 'msg', 'requestId']);

/** Texts without their quotes; what would break the line stays escaped. */
function show(value: unknown): string {
  const json = JSON.stringify(value);
  return typeof value === 'string' ? json.slice(1, -1) : json;
}

export function formatForPeople(json: string): string {
  const line = JSON.parse(json) as Line;
  const fields = Object.entries(line).flatMap(([name, value]) =>
    SHOWN_APART.has(name) ? [] : [`${name}=${show(value)}`],
  );
  const head = `${line.time.slice(11, 19)} ${line.process.padEnd(6)} `;
  const level = line.level === 'info' ? '' : `${line.level}: `;
  return `${head}${level}${line.msg}${fields.length === 0 ? '' : `  ${fields.join(' ')}`}\n`;
}

export function createProcessLog(options: { level: string; process: string }): Log {
  if (!process.stdout.isTTY) {
    return createLog(options);
  }
  return createLog(options, {
    write: (json: string) => {
      process.stdout.write(styleText('dim', formatForPeople(json), { stream: process.stdout }));
    },
  });
}

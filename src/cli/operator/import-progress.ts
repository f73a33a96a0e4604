// The one line that an operator watches: on a terminal rewritten in place, elsewhere a plain line every few seconds.
import type { Command } from 'commander';
import type { ProgressReport, ReportProgress } from '../../platform/imports/reading.ts';

export type ProgressLine = { report: ReportProgress; clear(): void };

const PLAIN_EVERY_MS = 5000;
const ERASE_LINE = '\r\u001b[2K';

function formatDuration(seconds: number): string {
  if (seconds < 90) {
    return `${Math.ceil(seconds)} s`;
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const counts = new Intl.NumberFormat('en');

/** What is left is reckoned from bytes: how many rows a file has is only known at its end. */
function describe(report: ProgressReport, first: { bytes: number; rows: number }, elapsedMs: number): string {
  if (report.kind === 'step') {
    return report.step;
  }
  const seconds = Math.max(elapsedMs / 1000, 0.001);
  const speed = Math.round((report.rowsRead - first.rows) / seconds);
  const parts = [`${report.file}: ${counts.format(report.rowsRead)} rows`, `${counts.format(speed)}/s`];
  if (report.rowsSetAside > 0) {
    parts.push(`${counts.format(report.rowsSetAside)} set aside`);
  }
  const done = report.bytesRead - first.bytes;
  if (report.bytesInAll !== null && done > 0) {
    const left = ((report.bytesInAll - report.bytesRead) / done) * seconds;
    parts.push(
      `${Math.floor((report.bytesRead * 100) / report.bytesInAll)} %`,
      `${formatDuration(left)} left`,
    );
  }
  return parts.join(', ');
}

export function createProgressLine(command: Command): ProgressLine {
  const output = command.configureOutput();
  const isTerminal = process.stderr.isTTY && output.getErrHasColors?.() === true;
  const width = output.getErrHelpWidth?.() ?? 80;
  const startedMs = performance.now();
  let first: { bytes: number; rows: number } | null = null;
  let lastPlainMs = startedMs;
  return {
    report: (report) => {
      if (report.kind === 'reading') {
        first ??= { bytes: report.bytesRead, rows: report.rowsRead };
      }
      const nowMs = performance.now();
      const text = describe(report, first ?? { bytes: 0, rows: 0 }, nowMs - startedMs);
      if (isTerminal) {
        output.writeErr?.(`${ERASE_LINE}${text.slice(0, width - 1)}`);
      } else if (nowMs - lastPlainMs >= PLAIN_EVERY_MS) {
        lastPlainMs = nowMs;
        output.writeErr?.(`${text}\n`);
      }
    },
    clear: () => {
      if (isTerminal) {
        output.writeErr?.(ERASE_LINE);
      }
    },
  };
}

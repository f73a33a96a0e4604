// Reads what wrk prints with --latency.

export type WrkResult = {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Sentences about refused answers and broken connections; empty after a clean run. */
  readonly faults: readonly string[];
};

const MS_PER_UNIT: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

export function parseWrkOutput(output: string): WrkResult {
  const requests = readNumber(output, /^\s*(\d+) requests in /m);
  return {
    requests,
    requestsPerSecond: readNumber(output, /^Requests\/sec:\s+([\d.]+)\s*$/m),
    p50Ms: readLatencyMs(output, 50),
    p99Ms: readLatencyMs(output, 99),
    faults: [...(requests === 0 ? ['no request was answered'] : []), ...findFaults(output)],
  };
}

function readNumber(output: string, pattern: RegExp): number {
  const found = pattern.exec(output)?.[1];
  if (found === undefined) throw new Error(`wrk did not print what was expected of it:\n${output}`);
  return Number(found);
}

function readLatencyMs(output: string, percent: number): number {
  const [, figure, unit = ''] =
    new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m|h)\\s*$`, 'm').exec(output) ?? [];
  const msPerUnit = MS_PER_UNIT[unit];
  if (msPerUnit === undefined) throw new Error(`wrk did not print its ${percent} % latency:\n${output}`);
  return Number(figure) * msPerUnit;
}

/** wrk prints these two lines only when there is something to tell. */
function findFaults(output: string): string[] {
  const refused = /^\s*Non-2xx or 3xx responses: (\d+)/m.exec(output)?.[1];
  const broken = /^\s*Socket errors: (.+?)\s*$/m.exec(output)?.[1];
  return [
    ...(refused === undefined ? [] : [`${refused} answers were not 2xx`]),
    ...(broken === undefined ? [] : [`socket errors: ${broken}`]),
  ];
}

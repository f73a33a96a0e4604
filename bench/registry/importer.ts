// One import in a process of its own, as the operator's command runs it: what it takes in memory is its own.
import { Readable } from 'node:stream';
import { createImports } from '../../src/imports.ts';
import { createClock } from '../../src/platform/clock.ts';
import { openInputs } from '../../src/platform/imports/input-files.ts';
import { runImport } from '../../src/platform/imports/run-import.ts';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';
import type { Imported } from './import-process.ts';
import { meterMatching } from './match-meter.ts';

const [databaseUrl = '', source = '', ...paths] = process.argv.slice(2);
endWithParent(async () => process.exit(1));
reportReady();

const { definitions, watchers, get } = createImports(createClock(), { riskValue: 1_000_000 });
const meter = meterMatching(get(source), watchers);
const startedAt = performance.now();
const around = {
  databaseUrl,
  clockOffsetMs: 0,
  definitions,
  watchers: meter.watchers,
  report: () => undefined,
};
// Opening is part of it: that is when checksums are taken.
const inputs = () => openInputs(paths, { stream: Readable.from([]), name: 'stdin' });
const options = { maxSetAsidePercent: 1, restart: false, allowIncomplete: false };
await runImport(around, meter.definition, inputs, options);
const told: Imported = {
  seconds: (performance.now() - startedAt) / 1000,
  ...meter.tell(),
  // Linux counts it in kibibytes.
  peakMemoryMb: process.resourceUsage().maxRSS / 1024,
};
process.send?.(told, () => process.exit());

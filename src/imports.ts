// The sources that `farol import` knows, and who is told what they changed. Apart from the wiring of the processes, of which
// most have no use for it and start faster without.
import type { Config } from './config.ts';
import { defineCaseImport } from './features/cases/index.ts';
import { defineProtestImport } from './features/debts/index.ts';
import { watchRadars } from './features/radars/index.ts';
import type { Clock } from './platform/clock.ts';
import { createImportRegistry } from './platform/imports/registry.ts';
import type { ImportRegistry } from './platform/imports/registry.ts';
import { casesSource } from './sources/cases/source.ts';
import { datajudSource } from './sources/datajud/source.ts';
import { pgfnImport } from './sources/pgfn/source.ts';
import { protestsSource } from './sources/protests/source.ts';
import { receitaImport } from './sources/receita/source.ts';
import { tpuImport } from './sources/tpu/source.ts';

const CENTS = 100n;

/** `riskValue` as the configuration has it: events say how severe they are by the rules of analysis. */
export function createImports(clock: Clock, { riskValue }: Pick<Config, 'riskValue'>): ImportRegistry {
  const definitions = [
    receitaImport,
    pgfnImport,
    defineCaseImport(casesSource, clock),
    defineCaseImport(datajudSource, clock),
    defineProtestImport(protestsSource, clock),
    tpuImport,
  ];
  const watchers = [watchRadars({ clock, valueThresholdCents: BigInt(riskValue) * CENTS })];
  return createImportRegistry({ definitions, watchers });
}

// The sources that `farol import` knows, and who is told what they changed; nobody yet. Apart from the wiring of the
// processes, which have no use for it and start faster without.
import { defineCaseImport } from './features/cases/index.ts';
import { defineProtestImport } from './features/debts/index.ts';
import type { Clock } from './platform/clock.ts';
import { createImportRegistry } from './platform/imports/registry.ts';
import type { ImportRegistry } from './platform/imports/registry.ts';
import { casesSource } from './sources/cases/source.ts';
import { datajudSource } from './sources/datajud/source.ts';
import { pgfnImport } from './sources/pgfn/source.ts';
import { protestsSource } from './sources/protests/source.ts';
import { receitaImport } from './sources/receita/source.ts';
import { tpuImport } from './sources/tpu/source.ts';

export function createImports(clock: Clock): ImportRegistry {
  const definitions = [
    receitaImport,
    pgfnImport,
    defineCaseImport(casesSource, clock),
    defineCaseImport(datajudSource, clock),
    defineProtestImport(protestsSource, clock),
    tpuImport,
  ];
  return createImportRegistry({ definitions, watchers: [] });
}

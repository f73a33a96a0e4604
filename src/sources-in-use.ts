// Apart from the connectors, which bring all that asking takes: a start only wants to know which there are.
import type { Config } from './config.ts';
import type { Capability } from './platform/outbound/declaration.ts';

/** What each capability is served by; `none` where it is not. */
export function sourcesInUse(config: Config): Readonly<Record<Capability, string>> {
  return {
    cnh: config.cnhSource,
    scr: config.scrSource,
    lawsuits: config.lawsuitsSource,
    protests: config.protestsSource,
    processes: config.processesSource,
  };
}

// Apart from the connectors, which bring all that asking takes: a start only wants to know which there are.
import type { Config } from './config.ts';
import type { Capability } from './platform/outbound/declaration.ts';

const oneOrNone = (source: string): readonly string[] => (source === 'none' ? [] : [source]);

/** What each capability is served by; nothing where it is not. */
export function sourcesInUse(config: Config): Readonly<Record<Capability, readonly string[]>> {
  return {
    cnh: oneOrNone(config.cnhSource),
    scr: oneOrNone(config.scrSource),
    lawsuits: config.lawsuitsSources,
    protests: oneOrNone(config.protestsSource),
    processes: oneOrNone(config.processesSource),
  };
}

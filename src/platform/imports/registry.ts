// All sources of the program. What would only come out during an import is found here, at start.
import type { ChangeWatcher, ImportDefinition } from './definition.ts';

export type ImportRegistry = {
  readonly definitions: readonly ImportDefinition[];
  readonly watchers: readonly ChangeWatcher[];
  find(source: string): ImportDefinition | null;
  get(source: string): ImportDefinition;
};

export function createImportRegistry(parts: {
  definitions: readonly ImportDefinition[];
  watchers: readonly ChangeWatcher[];
}): ImportRegistry {
  const stageNames = new Set<string>();
  for (const { source, stage, publish } of parts.definitions) {
    if (!/^[a-z]{2,30}$/.test(source)) {
      throw new Error(`"${source}" cannot be the name of a source`);
    }
    for (const { name } of stage) {
      if (stageNames.has(name)) {
        throw new Error(`Two sources stage ${name}`);
      }
      stageNames.add(name);
    }
    const swapped = publish.kind === 'swap' ? publish.tables.map(({ name }) => name) : [];
    if (publish.kind === 'swap' && stage.some(({ name }) => !swapped.includes(name))) {
      throw new Error(`${source} stages a table that it does not swap`);
    }
  }
  const find = (source: string): ImportDefinition | null =>
    parts.definitions.find((each) => each.source === source) ?? null;
  return {
    ...parts,
    find,
    get: (source) => {
      const found = find(source);
      if (found === null) {
        throw new Error(`There is no source ${source}`);
      }
      return found;
    },
  };
}

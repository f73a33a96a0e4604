// How long an import takes to find who watches what it merged and to tell them: from before the changes are noted until the
// last watcher is done. Also as processor time of the importer and of its database session, which other work on the machine
// hardly changes.
import type {
  ChangeWatcher,
  ImportDefinition,
  ImportTransaction,
} from '../../src/platform/imports/definition.ts';
import { readCpuSeconds } from '../processes.ts';

type Moment = { readonly atMs: number; readonly cpuSeconds: number };

export type MatchMeter = {
  definition: ImportDefinition;
  watchers: readonly ChangeWatcher[];
  tell(): { matchSeconds: number; matchCpuSeconds: number; cpuSeconds: number };
};

async function look(tx: ImportTransaction): Promise<Moment> {
  const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { user, system } = process.cpuUsage();
  const session = await readCpuSeconds(row?.pid ?? 0);
  return { atMs: performance.now(), cpuSeconds: (user + system) / 1e6 + session };
}

export function meterMatching(definition: ImportDefinition, watchers: readonly ChangeWatcher[]): MatchMeter {
  const { publish } = definition;
  let from: Moment | null = null;
  let to: Moment | null = null;
  const metered: ImportDefinition['publish'] =
    publish.kind === 'swap'
      ? publish
      : {
          ...publish,
          note: async (tx, run) => {
            from = await look(tx);
            await publish.note?.(tx, run);
          },
        };
  return {
    definition: { ...definition, publish: metered },
    watchers: watchers.map(({ watchedRoots, watchedNumbers, onChanges }) => ({
      watchedRoots,
      watchedNumbers,
      onChanges: async (tx, origin) => {
        await onChanges(tx, origin);
        to = await look(tx);
      },
    })),
    tell: () => ({
      matchSeconds: from === null || to === null ? 0 : (to.atMs - from.atMs) / 1000,
      matchCpuSeconds: from === null || to === null ? 0 : to.cpuSeconds - from.cpuSeconds,
      cpuSeconds: to?.cpuSeconds ?? 0,
    }),
  };
}

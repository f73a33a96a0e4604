import { connect } from '../../src/connect.ts';
import { createKeyring, readKeyFile } from '../../src/platform/crypto/keyring.ts';
import { grantScope } from '../../src/platform/db/scope.ts';
import { recordEvents } from '../../src/platform/effects/record.ts';
import { createAuditChain } from '../../src/platform/sequencer/audit-chain.ts';
import { startSequencer } from '../../src/platform/sequencer/sequencer.ts';
// The whole API with a sequencer beside it, and events recorded as a feature records them.
import { startTestApi } from './api.ts';
import type { TestApi } from './api.ts';

type RecordedEvent = Parameters<typeof recordEvents>[1][number];

export type SequencedApi = TestApi & {
  /** Resolves at the commit; the names are given in order. */
  record(organizationId: number, names: readonly string[]): Promise<void>;
  recordEvents(events: readonly RecordedEvent[]): Promise<void>;
  stopApi(): Promise<void>;
};

export async function startSequencedApi(env: Record<string, string> = {}): Promise<SequencedApi> {
  const test = await startTestApi({ env });
  const around = { config: test.config, databaseUrl: test.database.url, log: test.log, clock: test.clock };
  const sequencing = connect(around, 'farol_sequencer', 'test sequencer');
  const app = connect(around, 'farol_app', 'test recorder');
  const chain = createAuditChain(createKeyring(readKeyFile(test.config.keyFile)));
  const sequencer = await startSequencer({
    database: sequencing,
    chain,
    log: test.log,
    url: test.database.url,
  });
  return {
    ...test,
    record: (organizationId, names) =>
      app.transaction(grantScope([organizationId]), (tx) =>
        recordEvents(
          tx,
          names.map((name) => ({ organizationId, type: 'probe.happened', data: { name } })),
        ),
      ),
    recordEvents: (given) =>
      app.transaction(grantScope(given.map(({ organizationId }) => organizationId)), (tx) =>
        recordEvents(tx, given),
      ),
    stopApi: () => test.api.app.close(),
    close: async () => {
      await sequencer.close();
      await Promise.all([sequencing.close(), app.close()]);
      await test.close();
    },
  };
}

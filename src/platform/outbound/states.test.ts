import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createClock } from '../clock.ts';
import { createDatabase } from '../db/database.ts';
import type { Database, DatabaseRole } from '../db/database.ts';
import { NO_SCOPE } from '../db/scope.ts';
import { createLog } from '../log.ts';
import type { BreakerState } from './breaker.ts';
import { listStates, tellStates } from './states.ts';

const at = (text: string): Date => new Date(text);

const seen = (name: string, breaker: BreakerState, lastSuccessAt: Date | null) => ({
  name,
  state: () => ({ breaker, inFlight: 0, queued: 0, lastSuccessAt }),
});

test('keeps what was told last, and the newest success of all who told', async () => {
  const { url, drop } = await createTestDatabase('seeded');
  const open = (role: DatabaseRole): Database =>
    createDatabase({
      url,
      role,
      processName: 'test',
      poolSize: 2,
      statementTimeoutMs: 5000,
      clock: createClock(),
      log: createLog({ level: 'silent', process: 'test' }),
    });
  const [worker, operator] = [open('farol_app'), open('farol_operator')];
  after(async () => {
    await worker.close();
    await operator.close();
    await drop();
  });
  const tell = (...clients: readonly ReturnType<typeof seen>[]): Promise<void> =>
    worker.transaction(NO_SCOPE, (tx) => tellStates(tx, clients));
  await tell();
  await tell(seen('senatran', 'closed', at('2026-11-15T10:00:00Z')), seen('pluggy', 'closed', null));
  await tell(seen('senatran', 'open', null));
  const states = await operator.transaction(NO_SCOPE, listStates);
  assert.deepEqual(
    states.map(({ source, breaker, last_success_at }) => [source, breaker, last_success_at]),
    [
      ['pluggy', 'closed', null],
      ['senatran', 'open', at('2026-11-15T10:00:00Z')],
    ],
  );
});

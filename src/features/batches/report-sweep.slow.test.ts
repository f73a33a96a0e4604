// Combined spreadsheets that a killed worker left: found by the sweep and by nothing else.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { startBatchApi } from '../../../test/support/batches.ts';
import type { BatchApi, BatchBody } from '../../../test/support/batches.ts';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { sweepReports } from '../analysis/index.ts';
import { sweepBatchReports } from './report-sweep.ts';

const DAY_MS = 86_400_000;

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('left behind');
}

describe('combined spreadsheets that no batch names', () => {
  let test: BatchApi;
  let store: FileStore;
  let sequencer: Database;
  let ended: BatchBody;

  before(async () => {
    test = await startBatchApi();
    const { config, log, clock } = test;
    await test.startWorker();
    const { token } = await logIn(test);
    const sent = await test.send(token, { documents: await test.fill(1, 2) });
    ended = await test.end(token, sent.json<{ batchId: number }>().batchId);
    store = await openFileStore(config, { clock, log });
    sequencer = test.connectSequencer();
  });
  after(async () => {
    await sequencer.close();
    await store.close();
    await test.close();
  });

  const sweep = (ageMs: number): Promise<number> =>
    sequencer.transaction(NO_SCOPE, (tx) => sweepBatchReports(tx, store, test.clock.nowMs() + ageMs));
  const folders = async (): Promise<string[]> =>
    (await Array.fromAsync(store.list())).map(({ name }) => name.folder);

  it('are removed after a day; what is named, and what is no spreadsheet of a batch, stays', async () => {
    const [named = ''] = await folders();
    const filename = ended.spreadsheet?.filename ?? '';
    const left = [
      { folder: `1/batches/${ended.batchId}/018f0000-0000-7000-8000-000000000000`, filename },
      { folder: '1/batches/999999/018f0000-0000-7000-8000-000000000001', filename },
      { folder: named.replace('1/', '2/'), filename },
      { folder: named, filename: 'another.xlsx' },
    ];
    const foreign = { folder: '1/999999/018f0000-0000-7000-8000-000000000002', filename: 'processos.xlsx' };
    for (const name of [...left, foreign]) await store.write(name, content());
    assert.equal(await sweep(DAY_MS - 60_000), 0);
    assert.equal(await sweep(DAY_MS + 60_000), left.length);
    assert.deepEqual((await folders()).toSorted(), [named, foreign.folder].toSorted());
    const ofAnalyses = await sequencer.transaction(NO_SCOPE, (tx) =>
      sweepReports(tx, store, test.clock.nowMs() + DAY_MS + 60_000),
    );
    assert.equal(ofAnalyses, 1);
    assert.deepEqual(await folders(), [named]);
  });

  it('are told apart by a role that sees nothing else of a batch', async () => {
    const reading = sequencer.transaction(NO_SCOPE, (tx) => tx.query('select actor from batches'));
    await assert.rejects(reading, { code: '42501' });
  });
});

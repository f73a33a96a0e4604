// Spreadsheets that a killed worker left: found by the sweep and by nothing else.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, ConsultedAnalysis } from '../../../test/support/analyses.ts';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { addCase, addImported, caseNumber } from '../../../test/support/registry-rows.ts';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { sweepReports } from './report-sweep.ts';

const CNPJ = '11222333000181';
const DAY_MS = 86_400_000;
noteCanary(CNPJ);

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('left behind');
}

describe('spreadsheets that no analysis names', () => {
  let test: AnalysisApi;
  let store: FileStore;
  let sequencer: Database;
  let register: ConsultedAnalysis['register'];

  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    const { config, log, clock, database } = test;
    await addImported(database, 'cases');
    await addCase(database, { number: caseNumber(1), document: CNPJ });
    await test.startWorker();
    const { token } = await logIn(test);
    ({ register } = await test.finish(token, await test.create(token, CNPJ)));
    store = await openFileStore(config, { clock, log });
    sequencer = test.connectSequencer();
  });
  after(async () => {
    await sequencer.close();
    await store.close();
    await test.close();
  });

  const sweep = (ageMs: number): Promise<number> =>
    sequencer.transaction(NO_SCOPE, (tx) => sweepReports(tx, store, test.clock.nowMs() + ageMs));
  const folders = async (): Promise<string[]> =>
    (await Array.fromAsync(store.list())).map(({ name }) => name.folder);

  it('are removed after a day; what is named, and what is no spreadsheet of ours, stays', async () => {
    assert.equal(register.status, 'DONE');
    const named = String(register['folder']);
    const [organization, analysis] = named.split('/');
    const filename = String(register['filenameFull']);
    const left = [
      { folder: `${organization}/${analysis}/018f0000-0000-7000-8000-000000000000`, filename },
      { folder: `${organization}/999999/018f0000-0000-7000-8000-000000000001`, filename },
      { folder: `2/${analysis}/${named.split('/')[2]}`, filename },
      { folder: named, filename: 'another.xlsx' },
    ];
    const foreign = { folder: 'somebody/else', filename: 'notes.txt' };
    for (const name of [...left, foreign]) await store.write(name, content());
    assert.equal(await sweep(DAY_MS - 60_000), 0);
    assert.equal(await sweep(DAY_MS + 60_000), left.length);
    assert.deepEqual((await folders()).toSorted(), [named, named, foreign.folder].toSorted());
    assert.equal(await sweep(DAY_MS + 60_000), 0);
  });

  it('are told apart by a role that sees nothing else of an analysis', async () => {
    const reading = sequencer.transaction(NO_SCOPE, (tx) => tx.query('select summary from analyses'));
    await assert.rejects(reading, { code: '42501' });
  });
});

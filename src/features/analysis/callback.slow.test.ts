// A source that tells that a search has ended brings the analysis that waits for it back at once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi } from '../../../test/support/analyses.ts';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { addImported } from '../../../test/support/registry-rows.ts';
import { settingsForSandbox } from '../../../test/support/sandbox.ts';
import { createKeyring, readKeyFile } from '../../platform/crypto/keyring.ts';
import { pending, playSource, ready } from './fixtures/live-source.ts';
import { plainReports } from './fixtures/plain-reports.ts';
import { ANALYSIS_JOB } from './jobs.ts';
import { handleAnalysisJob } from './run.ts';

const SECRET = 'SecretOfATestSecretOfATestSecret0002';
const CPF = '11144477735';
const HOUR_MS = 3_600_000;
const PATIENCE_MS = 20_000;
noteCanary(SECRET, CPF);

describe('a callback for an analysis that waits', () => {
  let test: AnalysisApi;
  let demo: string;
  before(async () => {
    test = await startAnalysisApi({
      hasPopulation: false,
      env: {
        ...settingsForSandbox('http://127.0.0.1:9', 'pluggy'),
        FAROL_JUDIT_CALLBACK_SECRET: SECRET,
      },
    });
    demo = (await logIn(test)).token;
    await addImported(test.database, 'cases', 'pgfn');
  });
  after(() => test.close());

  const call = (ref: string, secret = SECRET) =>
    test.api.app.inject({
      method: 'POST',
      url: `/v1/callbacks/judit/${secret}`,
      payload: { event_type: 'request_completed', reference_type: 'request', reference_id: ref },
    });

  it('makes it go on at once, and neither a wrong secret nor another search does', async () => {
    const lawsuits = playSource('judit', [
      pending({ checkAfterMs: HOUR_MS }),
      pending({ checkAfterMs: HOUR_MS }),
      ready(1),
    ]);
    const handler = handleAnalysisJob({
      database: test.app,
      keyring: createKeyring(readKeyFile(test.config.keyFile)),
      clock: test.clock,
      live: { lawsuits: [lawsuits], protests: [] },
      reports: plainReports,
      valueThresholdCents: 100_000_000n,
    });
    await test.startWorker({ jobs: [ANALYSIS_JOB], handlers: [handler] });
    const ids = await test.create(demo, CPF);
    const waits = async (calls: number): Promise<boolean> => {
      const jobs = await test.rows(`select from pgboss.job where state = 'created' and start_after > now()`);
      return lawsuits.calls.length === calls && jobs.length === 1;
    };
    await eventually(() => waits(1), PATIENCE_MS);
    assert.equal((await call('ticket-1', 'x'.repeat(36))).statusCode, 404);
    await call('ticket-2');
    assert.ok(await waits(1));
    await call('ticket-1');
    await eventually(() => waits(2), PATIENCE_MS);
    await call('ticket-1');
    const isDone = async (): Promise<boolean> => (await test.consult(demo, ids)).register.status === 'DONE';
    await eventually(isDone, PATIENCE_MS);
    assert.deepEqual(lawsuits.calls, ['start', 'collect ticket-1', 'collect ticket-1']);
    const kept = await test.rows<{ text: string }>(`select a::text as text from farol.awaited_answers a`);
    assert.ok(kept.length > 0 && kept.every(({ text }) => !text.includes('ticket-1')));
  });
});

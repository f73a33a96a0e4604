// An API and a worker that asks the played sources of lawsuits for radars.
import { startTestApi } from './api.ts';
import type { TestApi } from './api.ts';
import { settingsForSandbox } from './sandbox.ts';
import { startTestWorker } from './worker.ts';

export type RadarWorker = { readonly test: TestApi; close(): Promise<void> };

/** `sources` as in FAROL_LAWSUITS_SOURCE. Radars are due at any day and hour, and one that failed is soon tried again. */
export async function startRadarWorker(sandboxUrl: string, sources: string): Promise<RadarWorker> {
  const test = await startTestApi({
    env: {
      ...settingsForSandbox(sandboxUrl, 'pluggy'),
      FAROL_LAWSUITS_SOURCE: sources,
      FAROL_SOURCE_PROBE_SECONDS: '1',
    },
  });
  const { config, log, clock, database } = test;
  const worker = await startTestWorker({ config, log, clock, databaseUrl: database.url });
  await database.admin(`insert into farol.refresh_plans (organization_id, weekdays, hours)
    values (1, '{1,2,3,4,5,6,7}', '{0}')`);
  return {
    test,
    close: async () => {
      await worker.close();
      await test.close();
    },
  };
}

// An analysis ends while its page asks for it: what the page shows together was told together, whether or not an event comes.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { startAnalysisApi } from '../support/analyses.ts';
import type { AnalysisApi } from '../support/analyses.ts';
import { logIn } from '../support/api.ts';
import { noteCanary } from '../support/canaries.ts';
import { browserPath, launchBrowser, openConsole, withoutBrowser } from '../support/console.ts';
import { fillDocuments } from '../support/many-cases.ts';
import { listen } from '../support/wire.ts';

const CASES = 30;
/** Time in which a page that does not wait for the register would have asked for the rest. */
const HEAD_START_MS = 1500;

describe('a page of an analysis that ends while it is asked for', { skip: withoutBrowser }, () => {
  let test: AnalysisApi;
  let browser: Browser;

  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    browser = await launchBrowser(browserPath);
  });
  after(async () => {
    await browser.close();
    await test.close();
  });

  it('shows its cases though no event tells of the end', async () => {
    const queries = { query: (sql: string, values?: unknown[]) => test.database.admin(sql, values) };
    const [document = ''] = await fillDocuments(queries, { count: 1, cases: CASES });
    noteCanary(document);
    const { token } = await logIn(test);
    const ids = await test.create(token, document);
    const origin = `http://127.0.0.1:${await listen(test)}`;
    const look = { language: 'pt-BR', scheme: 'light', width: 1440 } as const;
    const { page, complaints } = await openConsole(browser, origin, look);
    await page.goto(`${origin}/login`);
    await page.locator('input[type="email"][value$="example.com"]').waitFor();
    await page.locator('button[type="submit"]').click();
    await page.waitForURL('**/o/1');
    await page.route(/\/events\?/, () => undefined);
    await page.route(/\/v2\/analytics\/\d+$/, async (route) => {
      await sleep(HEAD_START_MS);
      await test.startWorker();
      await test.finish(token, ids);
      await route.continue();
    });
    await page.goto(`${origin}/o/1/analyses/${ids.uniqueId}/${ids.analysisId}`);
    await page.locator(`[aria-rowcount="${CASES}"]`).waitFor();
    assert.deepEqual(complaints, []);
  });
});

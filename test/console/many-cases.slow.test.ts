// The table of cases at its longest: a hundred thousand cases are walked through in a real browser, from the first to the last.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, CDPSession } from 'playwright-core';
import { startAnalysisApi } from '../support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../support/analyses.ts';
import { logIn } from '../support/api.ts';
import { noteCanary } from '../support/canaries.ts';
import { browserPath, launchBrowser, openConsole, withoutBrowser } from '../support/console.ts';
import type { Console } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { fillDocuments } from '../support/many-cases.ts';
import { listen } from '../support/wire.ts';

const CASES = 100_000;
const PATIENCE_MS = 180_000;
/** What a walk to the end may leave behind: heights of rows and starts of pages, and no cases. */
const MOST_GROWTH_MIB = 60;
const DROPPED_WITHIN_MS = 15_000;
const MIB = 1_048_576;

/** Of what can still be reached, after everything else was thrown away. */
async function heapMib(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / MIB;
}

/** As fast as pages come, until the last case stands there; in the page itself, so that nothing but the table is waited for. */
const WALK = `new Promise((done, fail) => {
  const until = performance.now() + ${PATIENCE_MS * 2};
  const step = () => {
    const frame = document.querySelector('.farol-cases');
    frame.scrollTop = frame.scrollHeight;
    const places = [...document.querySelectorAll('[aria-rowindex]')].map((row) => Number(row.ariaRowIndex));
    if (Math.max(0, ...places) >= ${CASES}) done();
    else if (performance.now() > until) fail(new Error('the end was not reached in time'));
    else setTimeout(step, 10);
  };
  step();
})`;

describe('the table of a hundred thousand cases', { skip: withoutBrowser }, () => {
  let test: AnalysisApi;
  let browser: Browser;
  let opened: Console;
  let ids: AnalysisIds;
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    const [document = ''] = await fillDocuments(
      { query: (sql, values) => test.database.admin(sql, values) },
      { count: 1, cases: CASES },
    );
    noteCanary(document);
    await test.startWorker();
    const { token } = await logIn(test);
    ids = await test.create(token, document);
    await eventually(
      async () => (await test.consult(token, ids)).register.statusIndex === 'DONE',
      PATIENCE_MS,
    );
    browser = await launchBrowser(browserPath);
    const origin = `http://127.0.0.1:${await listen(test)}`;
    opened = await openConsole(browser, origin, { language: 'pt-BR', scheme: 'light', width: 1440 });
    const { page } = opened;
    await page.goto(`${origin}/`);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'O que você quer saber?' }).waitFor();
    await page.goto(`${origin}/o/1/analyses/${ids.uniqueId}/${ids.analysisId}`);
    await page.locator('[aria-rowindex="1"]').waitFor();
  });
  after(async () => {
    await browser.close();
    await test.close();
  });

  it('is walked from the first to the last without a request that fails, and memory does not grow with it', async () => {
    const { page } = opened;
    const session = await page.context().newCDPSession(page);
    const ordered = page.waitForResponse((response) => response.url().includes('order=NUMBER'));
    await page.locator('.farol-filters select').last().selectOption('NUMBER');
    await ordered;
    await page.locator('[aria-rowindex="1"] .farol-case-button').waitFor();
    const failed: string[] = [];
    let pages = 0;
    page.on('requestfailed', (request) => failed.push(request.url()));
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname.endsWith('/cases')) pages += 1;
    });
    const heapBefore = await heapMib(session);
    const startedAt = performance.now();
    await page.evaluate(WALK);
    const seconds = (performance.now() - startedAt) / 1000;
    await page.locator(`[aria-rowindex="${CASES}"] .farol-case-button`).waitFor();
    // Pages out of sight are dropped after some seconds.
    let growth = Infinity;
    await eventually(async () => {
      growth = (await heapMib(session)) - heapBefore;
      return growth < MOST_GROWTH_MIB;
    }, DROPPED_WITHIN_MS);
    const rows = await page.locator('[aria-rowindex]').count();
    console.log(
      `${pages} pages in ${seconds.toFixed(1)} s, heap ${heapBefore.toFixed(1)} MiB and ${growth.toFixed(1)} MiB more at the end, ${rows} rows in the page`,
    );
    assert.deepEqual([failed, opened.complaints], [[], []]);
    assert.ok(pages >= CASES / 500, `${pages} pages were asked for`);
    assert.ok(rows < 80, `${rows} rows are in the page`);
  });

  it('brings back what it has dropped, and begins anew for another order', async () => {
    const { page } = opened;
    await page.evaluate(`document.querySelector('.farol-cases').scrollTop = 0`);
    await page.locator('[aria-rowindex="1"] .farol-case-button').waitFor();
    await page.locator('.farol-filters select').last().selectOption('VALUE');
    await page.locator('[aria-rowindex="1"]').getByText('R$ 3.711.000,00').waitFor();
    assert.deepEqual(opened.complaints, []);
  });
});

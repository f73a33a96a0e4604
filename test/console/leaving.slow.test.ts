// A page that is left or loaded anew breaks off what it has asked for. Nobody is to see an error of it on the way out.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startAnalysisApi } from '../support/analyses.ts';
import type { AnalysisApi } from '../support/analyses.ts';
import { logIn } from '../support/api.ts';
import { noteCanary } from '../support/canaries.ts';
import { browserPath, launchBrowser, openConsole, withoutBrowser } from '../support/console.ts';
import type { Console } from '../support/console.ts';
import { fillDocuments } from '../support/many-cases.ts';
import { listen } from '../support/wire.ts';

/** Long enough that whatever a test does is done while the page still waits. */
const SLOW_MS = 1500;

/** Whatever is told as an alert, for however short a time, and kept over loads. */
const NOTE_ALERTS = `
  new MutationObserver(() => {
    const noted = new Set(JSON.parse(sessionStorage.getItem('alerts') ?? '[]'));
    for (const { textContent } of document.querySelectorAll('[role="alert"]')) noted.add(textContent);
    sessionStorage.setItem('alerts', JSON.stringify([...noted]));
  }).observe(document, { childList: true, subtree: true });`;
const ERRORS = /deu errado|Sem conexão|não tem acesso|Não encontrado|está ocupado/;

describe('a page of the console that is left', { skip: withoutBrowser }, () => {
  let test: AnalysisApi;
  let browser: Browser;
  let opened: Console;
  let page: Page;
  let origin: string;
  let analysis: string;

  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    const queries = { query: (sql: string, values?: unknown[]) => test.database.admin(sql, values) };
    const [document = ''] = await fillDocuments(queries, { count: 1, cases: 30 });
    noteCanary(document);
    await test.startWorker();
    const { token } = await logIn(test);
    const ids = await test.create(token, document);
    await test.finish(token, ids);
    analysis = `/o/1/analyses/${ids.uniqueId}/${ids.analysisId}`;
    origin = `http://127.0.0.1:${await listen(test)}`;
    browser = await launchBrowser(browserPath);
    opened = await openConsole(browser, origin, { language: 'pt-BR', scheme: 'light', width: 1440 });
    ({ page } = opened);
    await page.context().addInitScript({ content: NOTE_ALERTS });
    // The network is slow for what the page cannot do without.
    await page.route(/\/overview$|\/v2\/analytics\/\d+$/, async (route) => {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, SLOW_MS);
      });
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${origin}/login`);
    await page.locator('input[type="email"][value$="example.com"]').waitFor();
    await page.locator('button[type="submit"]').click();
    await page.waitForURL('**/o/1');
  });
  after(async () => {
    await browser.close();
    await test.close();
  });

  const openWhileSlow = async (): Promise<void> => {
    const asked = page.waitForRequest(/\/overview$/);
    await page.goto(`${origin}${analysis}`, { waitUntil: 'commit' });
    await asked;
  };
  const errors = async (): Promise<string[]> => {
    const noted = JSON.parse(
      String(await page.evaluate(`sessionStorage.getItem('alerts') ?? '[]'`)),
    ) as string[];
    return noted.filter((text) => ERRORS.test(text));
  };

  it('shows no error when it is loaded anew in the midst of its questions', async () => {
    await openWhileSlow();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await errors(), []);
  });

  it('shows no error when another page is gone to, and none when one comes back', async () => {
    await openWhileSlow();
    await page.getByRole('link', { name: 'Radares' }).click();
    await page.waitForURL('**/radars');
    await page.goBack();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    assert.deepEqual(await errors(), []);
  });

  it('shows no error when the user logs out in the midst of its questions', async () => {
    await openWhileSlow();
    await page.getByRole('button', { name: 'Conta de demo' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL('**/login');
    assert.deepEqual(await errors(), []);
    assert.deepEqual(opened.complaints, []);
  });
});

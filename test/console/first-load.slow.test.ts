import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { browserPath, launchBrowser, openConsole, withoutBrowser } from '../support/console.ts';
import { listen } from '../support/wire.ts';

const MOST_BYTES = 250 * 1024;

describe('the first load of the console', { skip: withoutBrowser }, () => {
  let test: TestApi;
  let browser: Browser;
  let origin: string;
  before(async () => {
    test = await startTestApi();
    origin = `http://127.0.0.1:${await listen(test)}`;
    browser = await launchBrowser(browserPath);
  });
  after(async () => {
    await browser.close();
    await test.close();
  });

  it('is at most 250 KiB of script for the log-in and the search together, as it travels', async () => {
    const opened = await openConsole(browser, origin, { language: 'pt-BR', scheme: 'light', width: 1440 });
    const { page } = opened;
    await page.goto(`${origin}/`);
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    const logIn = opened.scriptBytes();
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'O que você quer saber?' }).waitFor();
    const search = opened.scriptBytes();
    console.log(
      `scripts in gzip: log-in ${Math.round(logIn / 1024)} KiB, with the search ${Math.round(search / 1024)} KiB`,
    );
    assert.ok(logIn > 50_000 && search <= MOST_BYTES, `${logIn} ${search}`);
    assert.deepEqual(opened.complaints, []);
    await opened.close();
  });

  it('runs nothing that was planted into the page', async () => {
    const opened = await openConsole(browser, origin, { language: 'en', scheme: 'dark', width: 390 });
    const { page } = opened;
    await page.goto(`${origin}/login`);
    const planted = `const script = document.createElement('script'); script.textContent = 'window.planted = true'; document.body.append(script); window.planted === true`;
    assert.equal(await page.evaluate(planted), false);
    const style = `const style = document.createElement('style'); style.textContent = 'body { color: rgb(1, 2, 3) !important }'; document.head.append(style); getComputedStyle(document.body).color`;
    assert.notEqual(await page.evaluate(style), 'rgb(1, 2, 3)');
    const away = `fetch('http://127.0.0.1:9/').then(() => 'came through', () => 'refused')`;
    assert.equal(await page.evaluate(away), 'refused');
    await opened.close();
  });
});

// Opens the reference in a real browser, under its content policy, and logs in through its try-out.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { logIn, startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { noteCanary } from '../support/canaries.ts';
import { productRequests } from '../support/product-requests.ts';
import { listen } from '../support/wire.ts';

const executablePath = process.env['FAROL_TEST_BROWSER'];
const missing = process.env['FAROL_TEST_BROWSER_MISSING'];
const skip = executablePath === undefined ? (missing ?? 'no browser is named in FAROL_TEST_BROWSER') : false;
const CREDENTIALS = { email: 'demo@example.com', password: 'farol-demo-2026' };

describe('the reference in a browser', { skip }, () => {
  let test: TestApi;
  let browser: Browser;
  let page: Page;
  let origin: string;
  const complaints: string[] = [];
  const outside: string[] = [];
  before(async () => {
    test = await startTestApi();
    origin = `http://127.0.0.1:${await listen(test)}`;
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    browser = await chromium.launch({ executablePath: executablePath ?? '', args });
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) =>
      complaints.push(`${request.url()} ${request.failure()?.errorText}`),
    );
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) {
        outside.push(request.url());
      }
    });
    await page.addInitScript({
      content: `window.violations = []; document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective + ' ' + event.blockedURI));`,
    });
  });
  after(async () => {
    await browser.close();
    await test.close();
  });

  it('opens, and lists every operation', async () => {
    const response = await page.goto(`${origin}/docs`);
    assert.equal(response?.status(), 200);
    assert.equal(response.url(), `${origin}/docs/`);
    await page.getByText('Answers questions about people and companies').waitFor();
    const described = await page.request.get(`${origin}/openapi.json`);
    const { paths } = (await described.json()) as {
      paths: Record<string, Record<string, { summary: string; tags?: string[] }>>;
    };
    const operations = productRequests.map(
      ({ method, template }) => paths[template]?.[method.toLowerCase()] ?? { summary: '' },
    );
    const closed = (group: string) => page.getByRole('button', { name: `Open Group - ${group}` });
    await closed('Accounts').waitFor();
    for (const group of new Set(operations.flatMap(({ tags = [] }) => tags))) {
      // Small groups stand open.
      if (await closed(group).isVisible()) await closed(group).click();
    }
    for (const { summary } of operations) {
      const entry = page.locator('nav, aside').getByText(summary, { exact: true }).first();
      await entry.waitFor({ timeout: 5000 });
    }
  });

  it('logs in through the try-out', async () => {
    await page
      .locator('nav, aside')
      .getByText('Log in with e-mail and password', { exact: true })
      .first()
      .click();
    await page
      .getByRole('button', { name: /Test Request.*post \/v1\/login/i })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('.cm-content').first().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(JSON.stringify(CREDENTIALS));
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await dialog.getByRole('button', { name: /^Send/ }).first().click();
    const response = await answered;
    const body = (await response.json()) as { token: string; refreshToken: string };
    noteCanary(body.token, body.refreshToken);
    assert.equal(response.url(), `${origin}/v1/login`);
    assert.equal(response.status(), 200, JSON.stringify(body));
    await dialog.getByText('200', { exact: false }).first().waitFor({ timeout: 5000 });
  });

  it('can call what needs a bearer from within the page', async () => {
    const { token } = await logIn(test);
    const status = await page.evaluate(
      async ({ url, authorization }) => (await fetch(url, { headers: { authorization } })).status,
      { url: '/v1/holder/1/organization/1/balance', authorization: `Bearer ${token}` },
    );
    assert.equal(status, 200);
  });

  it('breaks no policy, asks nobody outside, and complains of nothing', async () => {
    // The page's schema library tries once whether it may make functions from text, catches the refusal and does without.
    const violations = await page.evaluate<string[]>('window.violations');
    assert.deepEqual(
      violations.filter((violation) => violation !== 'script-src eval'),
      [],
    );
    assert.ok(violations.length <= 1, violations.join());
    assert.deepEqual(outside, []);
    assert.deepEqual(complaints, []);
  });

  it('is kept by its policy from running or loading anything else', async () => {
    const planted = `const script = document.createElement('script'); script.textContent = 'window.planted = true'; document.body.append(script); window.planted === true`;
    assert.equal(await page.evaluate(planted), false);
    const fetched = await page.evaluate(
      `fetch('http://127.0.0.1:9/').then(() => 'came through', () => 'refused')`,
    );
    assert.equal(fetched, 'refused');
    const violations = await page.evaluate<string[]>('window.violations');
    assert.deepEqual(violations.slice(-2), ['script-src-elem inline', 'connect-src http://127.0.0.1:9/']);
  });
});

// From the log-in to an analysis and the look-ups, as people use them, and what is said when something is not there.
import assert from 'node:assert/strict';
import { noteCanary } from '../support/canaries.ts';
import { waitUntil } from '../support/product.ts';
import { FIRST_WORDS } from './first-words.ts';
import type { Journey } from './journey.ts';
import { settle, visit } from './stage.ts';

noteCanary('90000000337', '90000015000142', '90010020055', '90010020993');

const TO_END = `(() => { const frame = document.querySelector('.farol-cases'); frame.scrollTo(0, frame.scrollHeight); })()`;

const steps: Journey<typeof FIRST_WORDS>['steps'] = [
  [
    'opens with the log-in filled in, and refuses a wrong password in plain words',
    async ({ page, opened, words, scene }) => {
      opened.forgive(401, /^\/v1\/console\/session$/);
      await page.goto(`${scene.stage().product.url}/`);
      await page.getByText(words.try300).waitFor();
      await opened.look('01-log-in');
      const password = page.locator('input[autocomplete="current-password"]');
      const filled = await password.inputValue();
      await password.fill('wrong');
      await page.getByRole('button', { name: words.logIn }).click();
      await page.getByText(words.wrongPair).waitFor();
      await password.fill(filled);
    },
  ],
  [
    'leads from a test document to its analysis, with the cost before and the progress by itself',
    async ({ page, opened, words }) => {
      await page.getByText(words.try300).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: words.analyse }).waitFor();
      await dialog.getByText('300').waitFor();
      await opened.look('02-before-looking');
      await dialog.getByRole('button', { name: words.analyse }).click();
      await page.getByRole('heading', { name: words.clear }).waitFor();
      await page.getByRole('table', { name: words.cases }).waitFor();
      await page.locator('.recharts-surface').first().waitFor();
      await opened.look('03-analysis');
    },
  ],
  [
    'is printed in dark letters on white, without what is clicked, and says what is left out',
    async ({ page, opened }) => {
      await opened.print('14-printed', async () => {
        assert.equal(await page.locator('header').isVisible(), false);
        assert.equal(await page.locator('.farol-filters').isVisible(), false);
        await page.locator('.farol-printonly').waitFor();
        const colour = String(await page.evaluate(`getComputedStyle(document.querySelector('h1')).color`));
        const [red = 255] = colour.match(/\d+/g)?.map(Number) ?? [];
        assert.ok(red < 80, colour);
      });
      await page.locator('header').waitFor();
    },
  ],
  [
    'scrolls through all cases a page at a time, and filters them',
    async ({ page, words }) => {
      const table = page.getByRole('table', { name: words.cases });
      assert.equal(await table.getAttribute('aria-rowcount'), '300');
      await page.locator('.farol-cases').focus();
      await waitUntil(
        'the last case is reached',
        async () => {
          await page.evaluate(TO_END);
          return (await page.locator('[aria-rowindex="300"]').count()) > 0;
        },
        60_000,
      );
      const rows = await page.locator('[aria-rowindex]').count();
      assert.ok(rows < 60, `${rows} rows are in the page`);
      await page.locator('.farol-filters select').nth(0).selectOption('WITH');
      await table.waitFor({ state: 'detached' });
    },
  ],
  [
    'finds a person by the search bar and the keyboard alone, and says why a case is a risk',
    async ({ page, opened, words }) => {
      await page.locator('body').press('/');
      const field = page.getByRole('textbox', { name: words.search });
      await field.fill('900.000.003-37');
      await field.press('Enter');
      const analyse = page.getByRole('dialog').getByRole('button', { name: words.analyse });
      await analyse.press('Enter');
      await page.getByRole('heading', { name: words.risk }).waitFor();
      const row = page.getByRole('table', { name: words.cases }).getByRole('button').first();
      await row.press('Enter');
      await page.locator('.farol-case-details').getByText(words.whyRisk).waitFor();
      await opened.look('04-person');
    },
  ],
  [
    'lists what was looked up, masked until somebody asks',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/analyses');
      await page.getByText('***.000.003-**').waitFor();
      await opened.look('05-analyses');
      await page.getByRole('button', { name: words.show }).first().click();
      await page.getByText('900.000.003-37').waitFor();
    },
  ],
  [
    'looks up a driver licence',
    async ({ page, opened, words, scene }) => {
      opened.forgive(404, /^\/v1\/cnh\/organizations\/\d+\/document\//);
      await visit(scene, opened, '/licences');
      await page.getByLabel('CPF', { exact: true }).fill('90010020055');
      await page.getByRole('button', { name: words.lookLicence }).click();
      await page.getByRole('button', { name: words.askLicence }).click();
      await page.getByText(words.issued, { exact: true }).waitFor();
      await opened.look('06-licence');
    },
  ],
  [
    'looks up credit',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/credit');
      await page.getByRole('main').getByRole('textbox').fill('90010020993');
      await page.getByRole('main').getByRole('button', { name: words.askCredit, exact: true }).click();
      await page.getByText(words.portfolio).waitFor();
      await page.locator('.recharts-surface').first().waitFor();
      await page.getByText(words.oneMonth).waitFor();
      await opened.look('07-credit');
    },
  ],
  [
    'shows start, account and organizations',
    async ({ page, opened, scene }) => {
      await visit(scene, opened, '');
      await opened.look('08-start');
      await visit(scene, opened, '/account');
      await opened.look('09-account');
      await page.goto(`${scene.stage().product.url}/organizations`);
      await settle(page);
      await opened.look('10-organizations');
    },
  ],
  [
    'says so when something is not for this person, or not there, or the network is gone',
    async ({ page, opened, words, scene }) => {
      opened.forgive(404, /\/(?:overview|999)$/);
      await page.goto(`${scene.stage().product.url}/o/3`);
      await page.getByText(words.forbidden).waitFor();
      await opened.look('11-forbidden');
      await page.goto(`${scene.stage().product.url}/o/${scene.organizationId()}/analyses/999/999`);
      await page.getByText(words.missing, { exact: true }).waitFor();
      await opened.look('12-missing');
      await page.context().setOffline(true);
      await page.getByText(words.offline).waitFor();
      await opened.look('13-offline');
      await page.context().setOffline(false);
      await page.getByText(words.offline).waitFor({ state: 'detached' });
    },
  ],
  [
    'keeps no token where a script could read it, and forgets everything at log-out',
    async ({ page, opened, words, scene }) => {
      const readable = await page.evaluate('JSON.stringify([document.cookie, localStorage, sessionStorage])');
      assert.doesNotMatch(String(readable), /eyJ|token/i);
      const cookies = await page.context().cookies();
      assert.deepEqual(
        cookies.map(({ name: cookie, httpOnly, secure, sameSite }) => [cookie, httpOnly, secure, sameSite]),
        [['__Host-farol', true, true, 'Strict']],
      );
      noteCanary(cookies[0]?.value ?? '');
      await visit(scene, opened, '/account');
      await page.getByRole('main').getByRole('button', { name: words.logOut }).click();
      await page.waitForURL('**/login');
      await page.goto(`${scene.stage().product.url}/o/${scene.organizationId()}/account`);
      await page.waitForURL('**/login?*');
      assert.deepEqual(await page.context().cookies(), []);
    },
  ],
];

export const firstJourney: Journey<typeof FIRST_WORDS> = {
  name: 'log-in, analysis and look-ups',
  words: FIRST_WORDS,
  isLoggedIn: false,
  // Offline was asked for.
  expected: /ERR_INTERNET_DISCONNECTED/,
  steps,
};

// From the log-in to an analysis and the look-ups, as people use them, and what is said when something is not there.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { noteCanary } from '../support/canaries.ts';
import type { Console } from '../support/console.ts';
import { waitUntil } from '../support/product.ts';
import { FIRST_WORDS } from './first-words.ts';
import { openScene, settle, visit } from './stage.ts';
import type { Scene } from './stage.ts';

export function playFirstJourney(scene: Scene): void {
  describe('log-in, analysis and look-ups', { concurrency: 1 }, () => {
    const words = FIRST_WORDS[scene.look.language];
    const url = (): string => scene.stage().product.url;
    let opened: Console;
    before(async () => {
      noteCanary('90000000337', '90000015000142', '90010020055', '90010020993');
      opened = await openScene(scene);
    });
    after(() => opened.close());

    it('opens with the log-in filled in, and refuses a wrong password in plain words', async () => {
      const { page } = opened;
      opened.forgive(401, /^\/v1\/console\/session$/);
      await page.goto(`${url()}/`);
      await page.getByText(words.try300).waitFor();
      await opened.look('01-log-in');
      const password = page.locator('input[autocomplete="current-password"]');
      const filled = await password.inputValue();
      await password.fill('wrong');
      await page.getByRole('button', { name: words.logIn }).click();
      await page.getByText(words.wrongPair).waitFor();
      await password.fill(filled);
    });

    it('leads from a test document to its analysis, with the cost before and the progress by itself', async () => {
      const { page } = opened;
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
    });

    it('is printed in dark letters on white, without what is clicked, and says what is left out', async () => {
      const { page } = opened;
      await opened.print('14-printed', async () => {
        assert.equal(await page.locator('header').isVisible(), false);
        assert.equal(await page.locator('.farol-filters').isVisible(), false);
        await page.locator('.farol-printonly').waitFor();
        const colour = String(await page.evaluate(`getComputedStyle(document.querySelector('h1')).color`));
        const [red = 255] = colour.match(/\d+/g)?.map(Number) ?? [];
        assert.ok(red < 80, colour);
      });
      await page.locator('header').waitFor();
    });

    it('scrolls through all cases a page at a time, and filters them', async () => {
      const { page } = opened;
      const table = page.getByRole('table', { name: words.cases });
      assert.equal(await table.getAttribute('aria-rowcount'), '300');
      const frame = page.locator('.farol-cases');
      await frame.focus();
      await waitUntil(
        'the last case is reached',
        async () => {
          await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
          return (await page.locator('[aria-rowindex="300"]').count()) > 0;
        },
        60_000,
      );
      const rows = await page.locator('[aria-rowindex]').count();
      assert.ok(rows < 60, `${rows} rows are in the page`);
      await page.locator('.farol-filters select').nth(0).selectOption('WITH');
      await table.waitFor({ state: 'detached' });
    });

    it('finds a person by the search bar and the keyboard alone, and says why a case is a risk', async () => {
      const { page } = opened;
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
    });

    it('lists what was looked up, masked until somebody asks', async () => {
      const { page } = opened;
      await visit(scene, opened, '/analyses');
      await page.getByText('***.000.003-**').waitFor();
      await opened.look('05-analyses');
      await page.getByRole('button', { name: words.show }).first().click();
      await page.getByText('900.000.003-37').waitFor();
    });

    it('looks up a driver licence', async () => {
      const { page } = opened;
      opened.forgive(404, /^\/v1\/cnh\/organizations\/\d+\/document\//);
      await visit(scene, opened, '/licences');
      await page.getByLabel('CPF', { exact: true }).fill('90010020055');
      await page.getByRole('button', { name: words.lookLicence }).click();
      await page.getByRole('button', { name: words.askLicence }).click();
      await page.getByText(words.issued, { exact: true }).waitFor();
      await opened.look('06-licence');
    });

    it('looks up credit', async () => {
      const { page } = opened;
      await visit(scene, opened, '/credit');
      await page.getByRole('main').getByRole('textbox').fill('90010020993');
      await page.getByRole('main').getByRole('button', { name: words.askCredit, exact: true }).click();
      await page.getByText(words.portfolio).waitFor();
      await page.locator('.recharts-surface').first().waitFor();
      await opened.look('07-credit');
    });

    it('shows start, account and organizations', async () => {
      const { page } = opened;
      await visit(scene, opened, '');
      await opened.look('08-start');
      await visit(scene, opened, '/account');
      await opened.look('09-account');
      await page.goto(`${url()}/organizations`);
      await settle(page);
      await opened.look('10-organizations');
    });

    it('says so when something is not for this person, or not there, or the network is gone', async () => {
      const { page } = opened;
      opened.forgive(404, /\/(?:overview|999)$/);
      await page.goto(`${url()}/o/3`);
      await page.getByText(words.forbidden).waitFor();
      await opened.look('11-forbidden');
      await page.goto(`${url()}/o/${scene.organizationId()}/analyses/999/999`);
      await page.getByText(words.missing, { exact: true }).waitFor();
      await opened.look('12-missing');
      await page.context().setOffline(true);
      await page.getByText(words.offline).waitFor();
      await opened.look('13-offline');
      await page.context().setOffline(false);
      await page.getByText(words.offline).waitFor({ state: 'detached' });
    });

    it('keeps no token where a script could read it, and forgets everything at log-out', async () => {
      const { page } = opened;
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
      await page.goto(`${url()}/o/${scene.organizationId()}/account`);
      await page.waitForURL('**/login?*');
      assert.deepEqual(await page.context().cookies(), []);
    });

    it('gave the browser nothing to complain of', () => {
      // Offline was asked for.
      assert.deepEqual(
        opened.complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED')),
        [],
      );
    });
  });
}

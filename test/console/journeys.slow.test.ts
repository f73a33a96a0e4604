// The console as people use it: the whole product as real processes, a real browser, both languages, light and dark, desk
// and phone. Pictures of every page are kept in var/screenshots.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { noteCanary } from '../support/canaries.ts';
import { launchBrowser, openConsole } from '../support/console.ts';
import type { Console, Look } from '../support/console.ts';
import { makeDataFolder, startProduct, waitUntil } from '../support/product.ts';
import type { Product } from '../support/product.ts';

const executablePath = process.env['FAROL_TEST_BROWSER'];
const missing = process.env['FAROL_TEST_BROWSER_MISSING'];
const skip = executablePath === undefined ? (missing ?? 'no browser is named in FAROL_TEST_BROWSER') : false;

const LOOKS: readonly Look[] = [
  { language: 'pt-BR', scheme: 'light', width: 1440 },
  { language: 'pt-BR', scheme: 'dark', width: 390 },
  { language: 'en', scheme: 'light', width: 390 },
  { language: 'en', scheme: 'dark', width: 1440 },
];

const WORDS = {
  'pt-BR': {
    logIn: 'Entrar',
    try300: /Empresa com 300 processos/,
    analyse: /^Analisar/,
    cases: 'Processos',
    clear: 'Nenhum risco encontrado no que foi consultado',
    risk: 'O único processo representa risco',
    whyRisk: /Devedor em execução ou cumprimento de sentença/,
    search: 'Buscar CPF, CNPJ ou número de processo',
    show: 'Mostrar documento',
    lookLicence: 'Ver o que já foi consultado',
    askLicence: /^Consultar.*\(1 unidade\)$/,
    issued: 'Emitida',
    askCredit: 'Consultar',
    portfolio: 'Carteira ativa',
    withRisk: 'Com risco',
    execution: 'Execução',
    forbidden: 'Você não tem acesso a isto',
    missing: 'Não encontrado',
    logOut: 'Sair',
    wrongPair: 'E-mail ou senha incorretos.',
    offline: 'Você está sem conexão. O que aparece pode estar desatualizado.',
  },
  en: {
    logIn: 'Log in',
    try300: /Company with 300 court cases/,
    analyse: /^Analyse/,
    cases: 'Court cases',
    clear: 'No risk found in what was checked',
    risk: 'The only case is a risk',
    whyRisk: /Debtor in an execution or enforcement of a judgment/,
    search: 'Search for a CPF, CNPJ or case number',
    show: 'Show the document',
    lookLicence: 'See what was looked up before',
    askLicence: /^Look up.*\(1 unit\)$/,
    issued: 'Issued',
    askCredit: 'Look up',
    portfolio: 'Active portfolio',
    withRisk: 'At risk',
    execution: 'Execution',
    forbidden: 'You have no access to this',
    missing: 'Not found',
    logOut: 'Log out',
    wrongPair: 'Wrong e-mail or password.',
    offline: 'You are offline. What you see may be out of date.',
  },
} as const;

describe('the console in a browser', { skip }, () => {
  const folder = makeDataFolder();
  let product: Product;
  let browser: Browser;
  before(async () => {
    noteCanary('90000000337', '90000015000142', '90010020055', '90010020993');
    product = await startProduct({ FAROL_DATA_DIR: folder.path, FAROL_SANDBOX_POPULATION: 'small' });
    await waitUntil(
      'the sandbox is loaded',
      async () => product.output().includes('The sandbox is loaded'),
      120_000,
    );
    browser = await launchBrowser(executablePath ?? '');
  });
  after(async () => {
    await browser.close();
    await product.stop();
    folder.remove();
  });

  for (const look of LOOKS) {
    const name = `${look.language}, ${look.scheme}, ${look.width} px`;
    describe(name, () => {
      const words = WORDS[look.language];
      let opened: Console;
      before(async () => {
        opened = await openConsole(browser, product.url, look);
      });
      after(() => opened.close());

      it('opens with the log-in filled in, and refuses a wrong password in plain words', async () => {
        const { page } = opened;
        opened.forgive(401, /^\/v1\/console\/session$/);
        await page.goto(`${product.url}/`);
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

      it('scrolls through all cases a page at a time, and filters them', async () => {
        const { page } = opened;
        const table = page.getByRole('table', { name: words.cases });
        assert.equal(await table.getAttribute('aria-rowcount'), '300');
        const frame = page.locator('.farol-cases');
        await frame.focus();
        for (let turn = 0; turn < 12; turn++) {
          await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
          await page.waitForTimeout(150);
        }
        await page.locator('[aria-rowindex="300"]').waitFor();
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
        await page.goto(`${product.url}/o/1/analyses`);
        await page.getByText('***.000.003-**').waitFor();
        await opened.look('05-analyses');
        await page.getByRole('button', { name: words.show }).first().click();
        await page.getByText('900.000.003-37').waitFor();
      });

      it('looks up a driver licence', async () => {
        const { page } = opened;
        opened.forgive(404, /^\/v1\/cnh\/organizations\/1\/document\//);
        await page.goto(`${product.url}/o/1/licences`);
        await page.getByLabel('CPF', { exact: true }).fill('90010020055');
        await page.getByRole('button', { name: words.lookLicence }).click();
        await page.getByRole('button', { name: words.askLicence }).click();
        await page.getByText(words.issued, { exact: true }).waitFor();
        await opened.look('06-licence');
      });

      it('looks up credit', async () => {
        const { page } = opened;
        await page.goto(`${product.url}/o/1/credit`);
        await page.getByRole('main').getByRole('textbox').fill('90010020993');
        await page.getByRole('main').getByRole('button', { name: words.askCredit, exact: true }).click();
        await page.getByText(words.portfolio).waitFor();
        await page.locator('.recharts-surface').first().waitFor();
        await opened.look('07-credit');
      });

      it('shows start, account and organizations', async () => {
        const { page } = opened;
        for (const [name_, path] of [
          ['08-start', '/o/1'],
          ['09-account', '/o/1/account'],
          ['10-organizations', '/organizations'],
        ] as const) {
          await page.goto(`${product.url}${path}`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
          await opened.look(name_);
        }
      });

      it('says so when something is not for this person, or not there, or the network is gone', async () => {
        const { page } = opened;
        opened.forgive(404, /\/(?:overview|999)$/);
        await page.goto(`${product.url}/o/3`);
        await page.getByText(words.forbidden).waitFor();
        await opened.look('11-forbidden');
        await page.goto(`${product.url}/o/1/analyses/999/999`);
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
        const readable = await page.evaluate(
          'JSON.stringify([document.cookie, localStorage, sessionStorage])',
        );
        assert.doesNotMatch(String(readable), /eyJ|token/i);
        const cookies = await page.context().cookies();
        assert.deepEqual(
          cookies.map(({ name: cookie, httpOnly, secure, sameSite }) => [cookie, httpOnly, secure, sameSite]),
          [['__Host-farol', true, true, 'Strict']],
        );
        noteCanary(cookies[0]?.value ?? '');
        await page.goto(`${product.url}/o/1/account`);
        await page.getByRole('main').getByRole('button', { name: words.logOut }).click();
        await page.waitForURL('**/login');
        await page.goto(`${product.url}/o/1/account`);
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
});

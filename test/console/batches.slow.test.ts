// Batches, the files of an analysis, what sources say differently and the marks of events, as people use them: the whole
// product as real processes with two played sources of lawsuits, and a real browser in every look.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { startSandboxServer } from '../../sandbox/server/server.ts';
import type { SandboxServer } from '../../sandbox/server/server.ts';
import { findRunningPostgres } from '../../src/platform/postgres/index.ts';
import { cpfsFrom } from '../support/batches.ts';
import { noteCanary } from '../support/canaries.ts';
import { launchBrowser, openConsole } from '../support/console.ts';
import type { Console, Look } from '../support/console.ts';
import { makeDataFolder, spawnFarol, startProduct, waitUntil } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { sandboxWorld, settingsForSandbox } from '../support/sandbox.ts';
import { BATCH_WORDS } from './batch-words.ts';

const executablePath = process.env['FAROL_TEST_BROWSER'];
const missing = process.env['FAROL_TEST_BROWSER_MISSING'];
const skip = executablePath === undefined ? (missing ?? 'no browser is named in FAROL_TEST_BROWSER') : false;

const LOOKS: readonly Look[] = [
  { language: 'pt-BR', scheme: 'light', width: 1440 },
  { language: 'pt-BR', scheme: 'dark', width: 390 },
  { language: 'en', scheme: 'light', width: 390 },
  { language: 'en', scheme: 'dark', width: 1440 },
];
const PERSON = '90000000337';
const COMPANY = '90000015000142';
/** Judit and Escavador tell different things of the one case. */
const DISPUTED = '90010021531';
/** So many that a batch of them can be cancelled before it has ended: live sources are asked about 20 at a time. */
const MANY = 80;

/** A third source that has the court's word on the life of the case, where the second only guesses. */
const ADD_COURT_WORD = `
  insert into registry.case_records
  select (jsonb_populate_record(r, '{"source": "cases", "court_state": "ACTIVE"}')).* from registry.case_records r
  where r.source = 'judit' and r.parties @> '[{"document": "${DISPUTED}"}]'
  on conflict do nothing`;

describe('batches in a browser', { skip }, () => {
  const folder = makeDataFolder();
  let sandbox: SandboxServer;
  let superuser: Client;
  let product: Product;
  let browser: Browser;
  before(async () => {
    noteCanary(PERSON, COMPANY, DISPUTED);
    sandbox = await startSandboxServer(sandboxWorld(), 0);
    product = await startProduct({
      FAROL_DATA_DIR: folder.path,
      FAROL_SANDBOX_POPULATION: 'small',
      ...settingsForSandbox(sandbox.url, 'pluggy'),
      FAROL_LAWSUITS_SOURCE: 'judit,escavador',
    });
    await waitUntil(
      'the sandbox is loaded',
      async () => product.output().includes('The sandbox is loaded'),
      120_000,
    );
    superuser = new Client({ connectionString: (await findRunningPostgres({ dataDir: folder.path })) ?? '' });
    await superuser.connect();
    const member = ['organization', 'add-member', '1', '--user', 'basic@example.com', '--role', 'viewer'];
    const { child } = spawnFarol(member, { FAROL_DATA_DIR: folder.path });
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    browser = await launchBrowser(executablePath ?? '');
  });
  after(async () => {
    await superuser.end();
    await browser.close();
    await product.stop();
    await sandbox.close();
    folder.remove();
  });

  async function logIn({ page }: Console, words: { logIn: string }, email?: string): Promise<void> {
    await page.goto(`${product.url}/login`);
    await page.locator('input[type="email"][value$="example.com"]').waitFor();
    if (email !== undefined) await page.locator('input[type="email"]').fill(email);
    await page.getByRole('button', { name: words.logIn, exact: true }).click();
    await page.waitForURL('**/o/*');
  }

  /** The file that a click brings: its name and size. */
  async function fetchFile(page: Page, click: () => Promise<void>): Promise<[name: string, bytes: number]> {
    const [download] = await Promise.all([page.waitForEvent('download'), click()]);
    return [download.suggestedFilename(), statSync(await download.path()).size];
  }

  LOOKS.forEach((look, turn) => {
    describe(`${look.language}, ${look.scheme}, ${look.width} px`, () => {
      const words = BATCH_WORDS[look.language];
      const many = cpfsFrom(turn * MANY, MANY);
      let opened: Console;
      before(async () => {
        noteCanary(...many);
        opened = await openConsole(browser, product.url, look);
        await logIn(opened, words);
      });
      after(() => opened.close());

      /** Nothing may stick out: a page that scrolls sideways is unreadable on a phone. */
      const lookAt = async (picture: string): Promise<void> => {
        await opened.page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
        const width = await opened.page.evaluate('document.documentElement.scrollWidth');
        assert.ok(Number(width) <= look.width, `${picture} is ${String(width)} px wide`);
        await opened.look(picture);
      };

      it('quotes a pasted list before anything is charged: units, cases and what is wrong with which line', async () => {
        const { page } = opened;
        await page.goto(`${product.url}/o/1/batches`);
        if (turn === 0) {
          await page.getByText(words.none).waitFor();
          await lookAt('40-no-batch');
        }
        await page.getByRole('button', { name: words.add }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(words.paste).fill(`${PERSON}; Fulana\n123\n${COMPANY}\n${PERSON}`);
        await dialog.getByText(words.lines).waitFor();
        await lookAt('41-new-batch');
        await dialog.getByRole('button', { name: words.ask }).click();
        await dialog.getByText(words.leftOut).waitFor();
        await dialog.getByRole('row').filter({ hasText: words.faultDocument }).getByText('2').waitFor();
        await dialog.getByRole('row').filter({ hasText: words.faultTwice }).getByText('4').waitFor();
        await lookAt('42-quote');
      });

      it('runs it while one looks, with results as they come, masked until somebody asks', async () => {
        const { page } = opened;
        await page.getByRole('dialog').getByRole('button', { name: words.send }).click();
        await page.waitForURL('**/batches/*');
        const state = page.getByRole('main').getByRole('status');
        await state.getByText(words.done, { exact: true }).waitFor();
        await page.getByRole('button', { name: words.spreadsheet }).waitFor();
        const results = page.getByRole('table', { name: words.results });
        await results.getByRole('link', { name: words.openAnalysis }).nth(1).waitFor();
        await results.getByText('***.000.003-**').waitFor();
        await lookAt('43-batch');
        await results.getByRole('button', { name: words.show }).first().click();
        await results.getByText('900.000.003-37').waitFor();
      });

      it('hands over the combined spreadsheet and the results, and leads to each analysis', async () => {
        const { page } = opened;
        const [sheet, bytes] = await fetchFile(page, () =>
          page.getByRole('button', { name: words.spreadsheet }).click(),
        );
        assert.match(sheet, /\.xlsx$/);
        assert.ok(bytes > 1000, `${bytes} bytes`);
        const [csv] = await fetchFile(page, () => page.getByRole('button', { name: words.csv }).click());
        assert.match(csv, /^batch-\d+\.csv$/);
        await page.getByRole('link', { name: words.openAnalysis }).first().click();
        await page.waitForURL('**/analyses/*/*');
        await page.getByRole('button', { name: words.download }).waitFor();
      });

      it('offers an analysis as spreadsheets, report and lines', async () => {
        const { page } = opened;
        const button = page.getByRole('button', { name: words.download, exact: true });
        const names: string[] = [];
        for (const file of words.files) {
          await button.click();
          const item = page.getByRole('menuitem', { name: file });
          await item.waitFor();
          if (file === words.files[0]) await lookAt('44-downloads');
          const [name, bytes] = await fetchFile(page, () => item.click());
          assert.ok(bytes > 100, `${file}: ${bytes} bytes`);
          names.push(name.replace(/^.*\./, ''));
        }
        assert.deepEqual(names, ['xlsx', 'xlsx', 'pdf', 'csv', 'ndjson']);
      });

      it('takes a file, and cancels with what has not run given back', async () => {
        const { page } = opened;
        await page.goto(`${product.url}/o/1/batches`);
        await page.getByRole('button', { name: words.add }).click();
        const dialog = page.getByRole('dialog');
        const buffer = Buffer.from(`nome;cpf\r\n${many.map((cpf) => `x;${cpf}`).join('\r\n')}\r\n`);
        await page
          .locator('input[type="file"]')
          .setInputFiles({ name: 'lote.csv', mimeType: 'text/csv', buffer });
        await dialog.getByRole('button', { name: words.ask }).click();
        await dialog.getByRole('button', { name: words.sendMany }).click();
        await page.waitForURL(/\/batches\/\d+$/);
        await page.getByText(words.waiting, { exact: true }).first().waitFor();
        await page.getByRole('button', { name: words.cancel }).click();
        await page.getByRole('dialog').getByRole('button', { name: words.cancel }).click();
        const state = page.getByRole('main').getByRole('status');
        await state.getByText(words.cancelled, { exact: true }).waitFor();
        const back = page.locator('.farol-figures div').filter({ hasText: words.unitsBack }).locator('dd');
        assert.ok(Number(await back.textContent()) > 0);
        await page.getByRole('button', { name: words.cancel }).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: words.spreadsheet }).waitFor();
        await lookAt('45-cancelled');
      });

      it('lists batches with their state, by the keyboard too', async () => {
        const { page } = opened;
        await page.goto(`${product.url}/o/1/batches`);
        const list = page.getByRole('list', { name: words.batches });
        await list.getByText(words.cancelled).first().waitFor();
        await list.getByText(words.done, { exact: true }).first().waitFor();
        await lookAt('46-batches');
        await list.getByRole('link', { name: words.openBatch }).first().press('Enter');
        await page.waitForURL(/\/batches\/\d+$/);
      });

      it('keeps what was read for the user: it is read in another browser too', async () => {
        const { page } = opened;
        await page.goto(`${product.url}/o/1/events`);
        const line = page.locator('.farol-event').filter({ hasText: words.batchEnded }).first();
        // Each document of a batch has ended too, so its own end may be some pages back.
        const kind = page.getByLabel(words.kind);
        await kind.selectOption('batch');
        await line.waitFor();
        await kind.selectOption('');
        const markAll = page.getByRole('button', { name: words.markAll });
        const kept = page.waitForResponse((answer) => answer.url().endsWith('/events/marks') && answer.ok());
        await markAll.click();
        await kept;
        await page.locator('.farol-event[data-unread="true"]').first().waitFor({ state: 'detached' });
        await lookAt('47-events');
        assert.doesNotMatch(String(await page.evaluate('JSON.stringify(localStorage)')), /read/);
        const second = await openConsole(browser, product.url, look);
        await logIn(second, words);
        await second.page.goto(`${product.url}/o/1/events`);
        await second.page.locator('.farol-event[data-unread="false"]').first().waitFor();
        assert.equal(await second.page.locator('.farol-event[data-unread="true"]').count(), 0);
        assert.deepEqual(second.complaints, []);
        await second.close();
      });

      it('tells in a case what its sources say differently, a guess as a guess', async () => {
        const { page } = opened;
        const table = page.getByRole('table', { name: words.cases });
        const analyse = async (): Promise<void> => {
          await page.goto(`${product.url}/o/1/analyses`);
          const field = page.getByRole('textbox', { name: words.search });
          await field.fill(DISPUTED);
          await field.press('Enter');
          await page.getByRole('dialog').getByRole('button', { name: words.analyse }).click();
          await table.waitFor();
        };
        if (turn === 0) {
          await analyse();
          const { rowCount } = await superuser.query(ADD_COURT_WORD);
          assert.equal(rowCount, 1);
        }
        await analyse();
        await table.getByRole('button').first().click();
        const details = page.locator('.farol-case-details');
        await details.getByText(words.disagree).waitFor();
        await details.getByText(words.predicts).waitFor();
        await details.getByText(words.predicted).waitFor();
        await lookAt('48-disagreements');
      });

      it('lets those who may only read look and not send, and says so of what is not there', async () => {
        const reader = await openConsole(browser, product.url, look);
        reader.forgive(404, /\/batches\/999999(?:\/results)?$/);
        await logIn(reader, words, 'basic@example.com');
        await reader.page.goto(`${product.url}/o/1/batches`);
        await reader.page.getByText(words.reading).waitFor();
        assert.equal(await reader.page.getByRole('button', { name: words.add }).isDisabled(), true);
        await reader.page.getByRole('link', { name: words.openBatch }).first().waitFor();
        await reader.look('49-reader');
        await reader.page.goto(`${product.url}/o/1/batches/999999`);
        await reader.page.getByText(words.missing, { exact: true }).waitFor();
        await reader.look('50-no-such-batch');
        assert.deepEqual(reader.complaints, []);
        await reader.close();
      });

      it('gave the browser nothing to complain of', () => {
        assert.deepEqual(opened.complaints, []);
      });
    });
  });
});

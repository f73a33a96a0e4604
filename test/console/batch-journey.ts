// Batches and the files of an analysis, as people send and fetch them.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { cpfsFrom } from '../support/batches.ts';
import { noteCanary } from '../support/canaries.ts';
import { afterwards } from './batch-afterwards.ts';
import { BATCH_WORDS } from './batch-words.ts';
import type { Journey } from './journey.ts';
import { lookAt, visit } from './stage.ts';
import type { Scene } from './stage.ts';

const PERSON = '90000000337';
const COMPANY = '90000015000142';
/** So many that a batch of them can be cancelled before it has ended: live sources are asked about 20 at a time. */
const MANY = 80;

noteCanary(PERSON, COMPANY);

/** Those of no other look. */
function manyOf({ turn }: Scene): string[] {
  const many = cpfsFrom(turn * MANY, MANY);
  noteCanary(...many);
  return many;
}

/** The file that a click brings: its name and size. */
async function fetchFile(page: Page, click: () => Promise<void>): Promise<[name: string, bytes: number]> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return [download.suggestedFilename(), statSync(await download.path()).size];
}

const steps: Journey<typeof BATCH_WORDS>['steps'] = [
  [
    'quotes a pasted list before anything is charged: units, cases and what is wrong with which line',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/batches');
      await page.getByText(words.none).waitFor();
      await lookAt(opened, '40-no-batch');
      await page.getByRole('button', { name: words.add }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.paste).fill(`${PERSON}; Fulana\n123\n${COMPANY}\n${PERSON}`);
      await dialog.getByText(words.lines).waitFor();
      await lookAt(opened, '41-new-batch');
      await dialog.getByRole('button', { name: words.ask }).click();
      await dialog.getByText(words.leftOut).waitFor();
      await dialog.getByRole('row').filter({ hasText: words.faultDocument }).getByText('2').waitFor();
      await dialog.getByRole('row').filter({ hasText: words.faultTwice }).getByText('4').waitFor();
      await lookAt(opened, '42-quote');
    },
  ],
  [
    'runs it while one looks, with results as they come, masked until somebody asks',
    async ({ page, opened, words }) => {
      await page.getByRole('dialog').getByRole('button', { name: words.send }).click();
      await page.waitForURL('**/batches/*');
      const state = page.getByRole('main').getByRole('status');
      await state.getByText(words.done, { exact: true }).waitFor();
      await page.getByRole('button', { name: words.spreadsheet }).waitFor();
      const results = page.getByRole('table', { name: words.results });
      await results.getByRole('link', { name: words.openAnalysis }).nth(1).waitFor();
      await results.getByText('***.000.003-**').waitFor();
      await lookAt(opened, '43-batch');
      await results.getByRole('button', { name: words.show }).first().click();
      await results.getByText('900.000.003-37').waitFor();
    },
  ],
  [
    'hands over the combined spreadsheet and the results, and leads to each analysis',
    async ({ page, words }) => {
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
    },
  ],
  [
    'offers an analysis as spreadsheets, report and lines',
    async ({ page, opened, words }) => {
      const button = page.getByRole('button', { name: words.download, exact: true });
      const names: string[] = [];
      for (const file of words.files) {
        await button.click();
        const item = page.getByRole('menuitem', { name: file });
        await item.waitFor();
        if (file === words.files[0]) await lookAt(opened, '44-downloads');
        const [name, bytes] = await fetchFile(page, () => item.click());
        assert.ok(bytes > 100, `${file}: ${bytes} bytes`);
        names.push(name.replace(/^.*\./, ''));
      }
      assert.deepEqual(names, ['xlsx', 'xlsx', 'pdf', 'csv', 'ndjson']);
    },
  ],
  [
    'takes a file, and cancels with what has not run given back',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/batches');
      await page.getByRole('button', { name: words.add }).click();
      const dialog = page.getByRole('dialog');
      const lines = manyOf(scene).map((cpf) => `x;${cpf}`);
      const buffer = Buffer.from(`nome;cpf\r\n${lines.join('\r\n')}\r\n`);
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
      await lookAt(opened, '45-cancelled');
    },
  ],
  [
    'lists batches with their state, by the keyboard too',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/batches');
      const list = page.getByRole('list', { name: words.batches });
      await list.getByText(words.cancelled).first().waitFor();
      await list.getByText(words.done, { exact: true }).first().waitFor();
      await lookAt(opened, '46-batches');
      await list.getByRole('link', { name: words.openBatch }).first().press('Enter');
      await page.waitForURL(/\/batches\/\d+$/);
    },
  ],
];

export const batchJourney: Journey<typeof BATCH_WORDS> = {
  name: 'batches, files and what sources say differently',
  words: BATCH_WORDS,
  isLoggedIn: true,
  steps: [...steps, ...afterwards],
};

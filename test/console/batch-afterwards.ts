// What comes after a batch: the marks of its events, what sources say differently, and what those see who may only read.
import assert from 'node:assert/strict';
import { noteCanary } from '../support/canaries.ts';
import type { BATCH_WORDS } from './batch-words.ts';
import type { Journey, Play } from './journey.ts';
import { logIn, lookAt, openScene, visit } from './stage.ts';

/** Judit and Escavador tell different things of the one case. */
const DISPUTED = '90010021531';

/** A third source that has the court's word on the life of the case, where the second only guesses. */
const ADD_COURT_WORD = `
  insert into registry.case_records
  select (jsonb_populate_record(r, '{"source": "cases", "court_state": "ACTIVE"}')).* from registry.case_records r
  where r.source = 'judit' and r.parties @> '[{"document": "${DISPUTED}"}]'
  on conflict do nothing`;

noteCanary(DISPUTED);

type BatchPlay = Play<typeof BATCH_WORDS>;

async function analyse({ page, opened, words, scene }: BatchPlay): Promise<void> {
  await visit(scene, opened, '/analyses');
  const field = page.getByRole('textbox', { name: words.search });
  await field.fill(DISPUTED);
  await field.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: words.analyse }).click();
  await page.getByRole('table', { name: words.cases }).waitFor();
}

async function addCourtWord(play: BatchPlay): Promise<void> {
  // Only an analysis brings the case on which the court then has its word.
  await analyse(play);
  const { rowCount } = await play.scene.stage().superuser.query(ADD_COURT_WORD);
  assert.equal(rowCount, 1);
}

/** The registry is everybody's: the look that comes first adds to it, and the others wait for that. */
let courtWord: Promise<void> | null = null;

export const afterwards: Journey<typeof BATCH_WORDS>['steps'] = [
  [
    'keeps what was read for the user: it is read in another browser too',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/events');
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
      await lookAt(opened, '47-events');
      assert.doesNotMatch(String(await page.evaluate('JSON.stringify(localStorage)')), /read/);
      const second = await openScene(scene);
      await logIn(scene, second);
      await visit(scene, second, '/events');
      await second.page.locator('.farol-event[data-unread="false"]').first().waitFor();
      assert.equal(await second.page.locator('.farol-event[data-unread="true"]').count(), 0);
      assert.deepEqual(second.complaints, []);
      await second.close();
    },
  ],
  [
    'tells in a case what its sources say differently, a guess as a guess',
    async (play) => {
      const { page, opened, words } = play;
      courtWord ??= addCourtWord(play);
      await courtWord;
      await analyse(play);
      await page.getByRole('table', { name: words.cases }).getByRole('button').first().click();
      const details = page.locator('.farol-case-details');
      await details.getByText(words.disagree).waitFor();
      await details.getByText(words.predicts).waitFor();
      await details.getByText(words.predicted).waitFor();
      await lookAt(opened, '48-disagreements');
    },
  ],
  [
    'lets those who may only read look and not send, and says so of what is not there',
    async ({ words, scene }) => {
      const reader = await openScene(scene);
      reader.forgive(404, /\/batches\/999999(?:\/results)?$/);
      await logIn(scene, reader, 'basic@example.com');
      await visit(scene, reader, '/batches');
      await reader.page.getByText(words.reading).waitFor();
      assert.equal(await reader.page.getByRole('button', { name: words.add }).isDisabled(), true);
      await reader.page.getByRole('link', { name: words.openBatch }).first().waitFor();
      await reader.look('49-reader');
      await reader.page.goto(`${scene.stage().product.url}/o/${scene.organizationId()}/batches/999999`);
      await reader.page.getByText(words.missing, { exact: true }).waitFor();
      await reader.look('50-no-such-batch');
      assert.deepEqual(reader.complaints, []);
      await reader.close();
    },
  ],
];

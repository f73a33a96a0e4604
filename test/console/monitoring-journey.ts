// What happens to whom is watched, single processes, the map and what changed, as people use them.
import { makeCaseNumber } from '../../sandbox/numbers.ts';
import { waitUntil } from '../support/product.ts';
import type { Journey } from './journey.ts';
import { MONITORING_WORDS } from './monitoring-words.ts';
import { visit } from './stage.ts';
import { analyse, nameOf, watchedBy } from './watched.ts';

/** In the middle of a chain of owners. */
const CHAINED = '90.000.032/0001-80';

const steps: Journey<typeof MONITORING_WORDS>['steps'] = [
  [
    'tells of what happens while one looks, and leads to the process',
    async ({ page, opened, words, scene, notes }) => {
      await visit(scene, opened, '/events');
      await page.getByRole('list', { name: words.eventList }).getByText(words.primed).first().waitFor();
      await page.getByRole('button', { name: words.markAll }).click();
      await page.locator('.farol-event[data-unread="true"]').first().waitFor({ state: 'detached' });
      await scene.stage().timeMoves.arrive(scene.turn);
      // Another tab of the same person asks for news; this one is told of them.
      const other = await page.context().newPage();
      await other.goto(`${scene.stage().product.url}/o/${scene.organizationId()}`);
      await analyse(other, words, watchedBy(scene).person);
      notes.set('again', other.url());
      await other.close();
      const unread = page.locator('.farol-event[data-unread="true"]').filter({ hasText: nameOf(scene) });
      await unread.filter({ hasText: words.newCase }).first().waitFor();
      await opened.look('25-events');
    },
  ],
  [
    'filters events, and remembers what was dismissed',
    async ({ page, opened, words }) => {
      await page.getByLabel(words.kind).selectOption('case');
      await page
        .locator('.farol-event')
        .filter({ hasText: words.primed })
        .first()
        .waitFor({ state: 'detached' });
      const lines = page.locator('.farol-event');
      const number = (await lines.first().locator('a').first().textContent()) ?? '';
      const ofCase = lines.filter({ hasText: number });
      await ofCase.first().getByRole('button', { name: words.dismiss }).click();
      await ofCase.first().waitFor({ state: 'detached' });
      await page.getByRole('switch', { name: words.showDismissed }).press('Space');
      await ofCase.first().getByText(words.dismissed).waitFor();
      await opened.look('26-dismissed');
      await page.getByRole('switch', { name: words.showDismissed }).press('Space');
    },
  ],
  [
    'shows a process with its movements, silences it and watches it again',
    async ({ page, opened, words, scene }) => {
      await page.locator('.farol-event a').first().click();
      await page.getByRole('heading', { name: words.movements }).waitFor();
      await page.getByRole('heading', { name: words.parties }).waitFor();
      await page.getByRole('button', { name: words.silence }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.silence }).click();
      await page.getByRole('button', { name: words.watchAgain }).click();
      await page.getByRole('button', { name: words.silence }).waitFor();
      // Numbers of test documents are the highest, and their cases have movements.
      await visit(scene, opened, '/processes');
      await page.locator('.farol-process a').last().click();
      await page.locator('.mantine-Timeline-item').first().waitFor();
      await opened.look('27-process');
    },
  ],
  [
    'watches a process by its number, from the list or from the search',
    async ({ page, opened, words, scene }) => {
      opened.forgive(404, /^\/v1\/process\//);
      await visit(scene, opened, '/processes');
      await page.getByLabel(words.number, { exact: true }).fill('0000001-02.2024.8.26.0001');
      await page.getByRole('main').getByRole('button', { name: words.watch }).click();
      await page.getByText(words.wrongNumber).waitFor();
      await opened.look('28-processes');
      const field = page.getByRole('textbox', { name: words.search });
      await field.fill(
        makeCaseNumber({ sequence: 7_000_001 + scene.turn, year: 2018, court: 826, origin: 1 }),
      );
      await field.press('Enter');
      await page.getByRole('dialog').getByRole('link', { name: words.openCase }).click();
      await page.getByRole('button', { name: words.watch }).waitFor();
      await opened.look('29-not-watched');
      await page.getByRole('button', { name: words.watch }).click();
      await page.getByRole('button', { name: words.silence }).waitFor();
    },
  ],
  [
    'says what changed since the analysis before',
    async ({ page, opened, words, notes }) => {
      await page.goto(notes.get('again') ?? '');
      const section = page.getByRole('region', { name: words.changed });
      await section.getByRole('button', { name: words.details }).click();
      await section.getByRole('table', { name: words.metrics }).waitFor();
      await section.getByText(words.appeared).first().waitFor();
      await opened.look('30-changes');
    },
  ],
  [
    'draws the people and companies around a document, and grows where it is opened',
    async ({ page, opened, words }) => {
      await analyse(page, words, CHAINED);
      await page.getByRole('button', { name: words.openMap }).click();
      const list = page.getByRole('group', { name: words.nodes });
      await list.waitFor();
      const nodes = list.getByRole('listitem');
      const atFirst = await nodes.count();
      await list.locator('button[aria-expanded="false"]').first().press('Enter');
      await waitUntil('the map has grown', async () => (await nodes.count()) > atFirst, 60_000);
      await nodes.nth(1).getByRole('button').first().press('Enter');
      await page.getByText(words.sourceOfTie).first().waitFor();
      await page.getByRole('switch', { name: words.hideHubs }).press('Space');
      await opened.look('31-map');
    },
  ],
];

export const monitoringJourney: Journey<typeof MONITORING_WORDS> = {
  name: 'monitoring, the map and what changed',
  words: MONITORING_WORDS,
  isLoggedIn: true,
  steps,
};

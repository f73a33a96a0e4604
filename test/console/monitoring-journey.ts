// Monitoring, the map and what changed, as people use them. Time goes by in the sandbox, once for all looks, so that something
// happens to whom is watched.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { makeCaseNumber } from '../../sandbox/numbers.ts';
import { noteCanary } from '../support/canaries.ts';
import type { Console } from '../support/console.ts';
import { waitUntil } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import type { Meeting } from './meeting.ts';
import { MONITORING_WORDS } from './monitoring-words.ts';
import { logIn, openScene, visit } from './stage.ts';
import type { Scene } from './stage.ts';

/** Each look watches somebody else, to whom nothing has happened yet; in the order of the looks. */
const WATCHED: readonly { person: string; many: readonly [string, string] }[] = [
  { person: '90000000337', many: ['90000004677', '90000027000177'] },
  { person: '90000000256', many: ['90000001309', '90000022000144'] },
  { person: '90000004081', many: ['90000003867', '90000028000111'] },
  { person: '90000004162', many: ['90000005053', '90000029000166'] },
];

const LATER = '2028-11-15';
/** In the middle of a chain of owners. */
const CHAINED = '90.000.032/0001-80';

const RADAR_NAMES = ['Cliente em atenção', 'Fornecedor do norte'] as const;

/** The sandbox's day becomes a later one, on which more has happened. */
export async function moveTime(product: Product): Promise<void> {
  const url = /Sandbox +(http:\/\/127\.0\.0\.1:\d+)/.exec(product.output())?.[1] ?? '';
  const moved = await fetch(`${url}/sandbox/time`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ today: LATER }),
  });
  assert.equal(moved.status, 200);
}

export function playMonitoringJourney(scene: Scene, timeMoves: Meeting): void {
  describe('monitoring, the map and what changed', { concurrency: 1 }, () => {
    const { turn } = scene;
    const words = MONITORING_WORDS[scene.look.language];
    const watched = WATCHED[turn] ?? { person: '', many: ['', ''] };
    const name = `${RADAR_NAMES[0]} ${turn + 1}`;
    let opened: Console;
    /** The second analysis of the person, a year after the first. */
    let again = '';
    const radar = (named: string) => opened.page.locator('.farol-radar').filter({ hasText: named });
    const analyse = async (page: Page, typed: string): Promise<void> => {
      const field = page.getByRole('textbox', { name: words.search });
      await field.fill(typed);
      await field.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: words.analyse }).click();
      await page.getByRole('heading', { level: 2, name: words.clear }).first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    };

    before(async () => {
      noteCanary(watched.person, ...watched.many);
      opened = await openScene(scene);
      await logIn(scene, opened);
    });
    after(() => opened.close());

    describe('before time goes by', { concurrency: 1 }, () => {
      // Also where something has failed, or the other looks would wait in vain.
      after(() => void timeMoves.arrive(turn).catch(() => undefined));

      it('adds a radar, which tells by itself that it is ready', async () => {
        const { page } = opened;
        await visit(scene, opened, '/radars');
        await page.getByText(words.noRadar).waitFor();
        await opened.look('20-no-radar');
        await page.getByRole('button', { name: words.add, exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(words.document).fill('900.000.003-38');
        await dialog.getByLabel(words.name).fill(name);
        await dialog.getByRole('button', { name: words.addAct }).click();
        await dialog.getByText(words.notADocument).waitFor();
        await opened.look('21-add-radar');
        await dialog.getByLabel(words.document).fill(watched.person);
        await dialog.getByRole('button', { name: words.addAct }).click();
        await radar(name).getByText(words.active, { exact: true }).waitFor();
        await radar(name).getByText(words.primed).waitFor();
      });

      it('adds many from a pasted list, and says of each line what is wrong before anything is charged', async () => {
        const { page } = opened;
        await page.getByRole('button', { name: words.addMany }).click();
        const dialog = page.getByRole('dialog');
        const [one, two] = watched.many;
        const lines = [`${one}; ${RADAR_NAMES[1]} ${turn + 1}`, '12345', two, two];
        await dialog.getByLabel(words.paste).fill(lines.join('\n'));
        await dialog.getByText(words.judged).waitFor();
        await dialog.getByText(words.faultDocument).waitFor();
        await opened.look('22-add-many');
        await dialog.getByRole('button', { name: words.addTwo }).click();
        await dialog.getByText(words.added).waitFor();
        await dialog.getByRole('button', { name: words.closeDialog, exact: true }).last().click();
        await radar(`${RADAR_NAMES[1]} ${turn + 1}`).waitFor();
      });

      it('shows, renames, exports and removes radars, and says why one cannot be paused yet', async () => {
        const { page } = opened;
        opened.forgive(409, /\/pause$/);
        await radar(name).getByRole('button', { name: words.show }).click();
        await radar(name).getByRole('button', { name: words.show }).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: words.actions(name) }).click();
        await page.getByRole('menuitem', { name: words.rename }).click();
        await page.getByRole('dialog').getByLabel(words.name).fill(`${name} A`);
        await page.getByRole('dialog').getByRole('button', { name: words.save }).click();
        await radar(`${name} A`).waitFor();
        await page.getByRole('button', { name: words.actions(`${name} A`) }).click();
        await page.getByRole('menuitem', { name: words.pause }).click();
        await page.getByText(words.tooSoon).waitFor();
        await opened.look('23-radars');
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: words.export }).click();
        await page.getByRole('menuitem', { name: words.exportCsv }).click();
        assert.equal((await download).suggestedFilename(), 'radars.csv');
        const second = `${RADAR_NAMES[1]} ${turn + 1}`;
        await page.getByRole('button', { name: words.actions(second) }).click();
        await page.getByRole('menuitem', { name: words.remove }).click();
        await opened.look('24-remove-radar');
        await page.getByRole('dialog').getByRole('button', { name: words.remove }).click();
        await radar(second).waitFor({ state: 'detached' });
      });

      it('analyses whom a radar watches', async () => {
        await analyse(opened.page, watched.person);
      });
    });

    it('tells of what happens while one looks, and leads to the process', async () => {
      const { page } = opened;
      await visit(scene, opened, '/events');
      await page.getByRole('list', { name: words.eventList }).getByText(words.primed).first().waitFor();
      await page.getByRole('button', { name: words.markAll }).click();
      await page.locator('.farol-event[data-unread="true"]').first().waitFor({ state: 'detached' });
      await timeMoves.arrive(turn);
      // Another tab of the same person asks for news; this one is told of them.
      const other = await page.context().newPage();
      await other.goto(`${scene.stage().product.url}/o/${scene.organizationId()}`);
      await analyse(other, watched.person);
      again = other.url();
      await other.close();
      const unread = page.locator('.farol-event[data-unread="true"]').filter({ hasText: name });
      await unread.filter({ hasText: words.newCase }).first().waitFor();
      await opened.look('25-events');
    });

    it('filters events, and remembers what was dismissed', async () => {
      const { page } = opened;
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
    });

    it('shows a process with its movements, silences it and watches it again', async () => {
      const { page } = opened;
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
    });

    it('watches a process by its number, from the list or from the search', async () => {
      const { page } = opened;
      opened.forgive(404, /^\/v1\/process\//);
      await visit(scene, opened, '/processes');
      await page.getByLabel(words.number, { exact: true }).fill('0000001-02.2024.8.26.0001');
      await page.getByRole('main').getByRole('button', { name: words.watch }).click();
      await page.getByText(words.wrongNumber).waitFor();
      await opened.look('28-processes');
      const field = page.getByRole('textbox', { name: words.search });
      await field.fill(makeCaseNumber({ sequence: 7_000_001 + turn, year: 2018, court: 826, origin: 1 }));
      await field.press('Enter');
      await page.getByRole('dialog').getByRole('link', { name: words.openCase }).click();
      await page.getByRole('button', { name: words.watch }).waitFor();
      await opened.look('29-not-watched');
      await page.getByRole('button', { name: words.watch }).click();
      await page.getByRole('button', { name: words.silence }).waitFor();
    });

    it('says what changed since the analysis before', async () => {
      const { page } = opened;
      await page.goto(again);
      const section = page.getByRole('region', { name: words.changed });
      await section.getByRole('button', { name: words.details }).click();
      await section.getByRole('table', { name: words.metrics }).waitFor();
      await section.getByText(words.appeared).first().waitFor();
      await opened.look('30-changes');
    });

    it('draws the people and companies around a document, and grows where it is opened', async () => {
      const { page } = opened;
      await analyse(page, CHAINED);
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
    });

    it('gave the browser nothing to complain of', () => {
      assert.deepEqual(opened.complaints, []);
    });
  });
}

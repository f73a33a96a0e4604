// Radars as people keep them. Once all looks are through, time goes by in the sandbox, so that something happens to whom is watched.
import assert from 'node:assert/strict';
import type { Journey } from './journey.ts';
import { MONITORING_WORDS } from './monitoring-words.ts';
import { visit } from './stage.ts';
import { analyse, nameOf, otherName, radarOf, watchedBy } from './watched.ts';

const steps: Journey<typeof MONITORING_WORDS>['steps'] = [
  [
    'adds a radar, which tells by itself that it is ready',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/radars');
      await page.getByText(words.noRadar).waitFor();
      await opened.look('20-no-radar');
      await page.getByRole('button', { name: words.add, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.document).fill('900.000.003-38');
      await dialog.getByLabel(words.name).fill(nameOf(scene));
      await dialog.getByRole('button', { name: words.addAct }).click();
      await dialog.getByText(words.notADocument).waitFor();
      await opened.look('21-add-radar');
      await dialog.getByLabel(words.document).fill(watchedBy(scene).person);
      await dialog.getByRole('button', { name: words.addAct }).click();
      await radarOf(page, nameOf(scene)).getByText(words.active, { exact: true }).waitFor();
      await radarOf(page, nameOf(scene)).getByText(words.primed).waitFor();
    },
  ],
  [
    'adds many from a pasted list, and says of each line what is wrong before anything is charged',
    async ({ page, opened, words, scene }) => {
      await page.getByRole('button', { name: words.addMany }).click();
      const dialog = page.getByRole('dialog');
      const [one, two] = watchedBy(scene).many;
      const lines = [`${one}; ${otherName(scene)}`, '12345', two, two];
      await dialog.getByLabel(words.paste).fill(lines.join('\n'));
      await dialog.getByText(words.judged).waitFor();
      await dialog.getByText(words.faultDocument).waitFor();
      await opened.look('22-add-many');
      await dialog.getByRole('button', { name: words.addTwo }).click();
      await dialog.getByText(words.added).waitFor();
      await dialog.getByRole('button', { name: words.closeDialog, exact: true }).last().click();
      await radarOf(page, otherName(scene)).waitFor();
    },
  ],
  [
    'shows, renames, exports and removes radars, and says why one cannot be paused yet',
    async ({ page, opened, words, scene }) => {
      opened.forgive(409, /\/pause$/);
      await radarOf(page, nameOf(scene)).getByRole('button', { name: words.show }).click();
      await radarOf(page, nameOf(scene))
        .getByRole('button', { name: words.show })
        .waitFor({ state: 'detached' });
      await page.getByRole('button', { name: words.actions(nameOf(scene)) }).click();
      await page.getByRole('menuitem', { name: words.rename }).click();
      await page
        .getByRole('dialog')
        .getByLabel(words.name)
        .fill(`${nameOf(scene)} A`);
      await page.getByRole('dialog').getByRole('button', { name: words.save }).click();
      await radarOf(page, `${nameOf(scene)} A`).waitFor();
      await page.getByRole('button', { name: words.actions(`${nameOf(scene)} A`) }).click();
      await page.getByRole('menuitem', { name: words.pause }).click();
      await page.getByText(words.tooSoon).waitFor();
      await opened.look('23-radars');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: words.export }).click();
      await page.getByRole('menuitem', { name: words.exportCsv }).click();
      assert.equal((await download).suggestedFilename(), 'radars.csv');
      const second = otherName(scene);
      await page.getByRole('button', { name: words.actions(second) }).click();
      await page.getByRole('menuitem', { name: words.remove }).click();
      await opened.look('24-remove-radar');
      await page.getByRole('dialog').getByRole('button', { name: words.remove }).click();
      await radarOf(page, second).waitFor({ state: 'detached' });
    },
  ],
  [
    'analyses whom a radar watches',
    async ({ page, words, scene }) => {
      await analyse(page, words, watchedBy(scene).person);
    },
  ],
];

export const radarsJourney: Journey<typeof MONITORING_WORDS> = {
  name: 'radars',
  words: MONITORING_WORDS,
  isLoggedIn: true,
  // Also where something has failed, or the other looks would wait in vain.
  onEnd: ({ stage, turn }) =>
    void stage()
      .timeMoves.arrive(turn)
      .catch(() => undefined),
  steps,
};

// The pages of the account as an admin uses them, with a real receiver of webhooks.
import assert from 'node:assert/strict';
import { noteCanary } from '../support/canaries.ts';
import { waitUntil } from '../support/product.ts';
import { ADMINISTRATION_WORDS } from './administration-words.ts';
import type { Journey } from './journey.ts';
import { askLicence, visit } from './stage.ts';

const ASKED = '90010020055';
const PATIENCE_MS = 60_000;

noteCanary(ASKED);

const steps: Journey<typeof ADMINISTRATION_WORDS>['steps'] = [
  [
    'shows balance, usage over time and every entry of the ledger',
    async ({ page, opened, words, scene }) => {
      await askLicence(scene, opened, ASKED);
      await visit(scene, opened, '/account/usage');
      await page.locator('.recharts-surface').first().waitFor();
      await page.getByRole('table', { name: words.ledger }).getByText('−1').first().waitFor();
      await opened.look('40-usage');
    },
  ],
  [
    'makes a service token that is shown once, and revokes it',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/account/tokens');
      await page.getByText(words.noToken, { exact: true }).waitFor();
      await page.getByRole('button', { name: words.createToken }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.name).fill('ERP');
      await opened.look('41-token-form');
      await dialog.getByRole('button', { name: words.createToken }).click();
      const shown = page.getByText(/^farol_st_/);
      await shown.waitFor();
      const token = (await shown.textContent()) ?? '';
      noteCanary(token);
      await opened.look('42-token-once');
      await page.getByRole('button', { name: words.kept }).click();
      await shown.waitFor({ state: 'detached' });
      const ask = async (): Promise<number> => {
        const url = `${scene.stage().product.url}/v1/holder/1/organization/${scene.organizationId()}/balance`;
        return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
      };
      assert.equal(await ask(), 200);
      await opened.look('43-tokens');
      await page.getByRole('button', { name: words.revoke }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.revoke }).click();
      await page.getByText(words.noToken, { exact: true }).waitFor();
      await waitUntil('the token is refused', async () => (await ask()) === 401, PATIENCE_MS);
    },
  ],
  [
    'makes a webhook, tests it, shows what was answered, and sends an event once more',
    async ({ page, opened, words, scene }) => {
      opened.forgive(400, /\/webhooks$/);
      await visit(scene, opened, '/account/webhooks');
      await page.getByRole('button', { name: words.createWebhook }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: words.url }).fill('https://10.0.0.1/hook');
      await dialog.getByLabel(words.description).fill('ERP');
      await dialog.getByRole('button', { name: words.createWebhook }).click();
      await dialog.getByText(words.refused).waitFor();
      await opened.look('44-webhook-form');
      await dialog.getByRole('textbox', { name: words.url }).fill(scene.stage().receiver.url);
      await dialog.getByRole('button', { name: words.createWebhook }).click();
      const secret = page.getByText(/^whsec_/);
      noteCanary((await secret.textContent()) ?? '');
      await page.getByRole('button', { name: words.kept }).click();
      await page.getByRole('button', { name: words.test, exact: true }).click();
      await page.getByRole('button', { name: words.seeDeliveries }).click();
      const line = page.locator('.farol-line');
      await line.filter({ hasText: 'webhook.test' }).getByText(words.delivered).waitFor();
      const about = (): { id: string }[] =>
        scene
          .stage()
          .receiver.receipts.filter(
            ({ body }) =>
              body.includes('"cnh.completed"') &&
              body.includes(`"organizationId":${scene.organizationId()},`),
          );
      const seen = about().length;
      await askLicence(scene, opened, ASKED);
      await waitUntil('the event is sent', async () => about().length > seen, PATIENCE_MS);
      await page.reload();
      await page.getByRole('button', { name: words.seeDeliveries }).click();
      const event = line.filter({ hasText: 'cnh.completed' }).first();
      await event.getByText(words.delivered).waitFor();
      await event.getByRole('button').first().click();
      await event.getByRole('cell', { name: /(?:^| )200$/ }).waitFor();
      await opened.look('45-webhooks');
      const sent = about().length;
      await event.getByRole('button', { name: words.replay }).click();
      await waitUntil('the event is sent once more', async () => about().length > sent, PATIENCE_MS);
      assert.equal(about().at(-1)?.id, about().at(-2)?.id);
    },
  ],
  [
    'rotates the secret of a webhook, disables and removes it',
    async ({ page, words }) => {
      await page.getByRole('button', { name: words.rotate }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.rotate }).click();
      const secret = page.getByText(/^whsec_/);
      noteCanary((await secret.textContent()) ?? '');
      await page.getByRole('button', { name: words.kept }).click();
      await page.getByRole('button', { name: words.disable, exact: true }).click();
      await page.getByText(words.disabled).waitFor();
      await page.getByRole('button', { name: words.remove, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.remove, exact: true }).click();
      await page.getByText(words.disabled).waitFor({ state: 'detached' });
    },
  ],
  [
    'shows members and gives one another role',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/account/members');
      const role = page.getByRole('combobox', { name: words.roleOfBasic });
      await role.waitFor();
      await opened.look('46-members');
      for (const wanted of ['analyst', 'viewer']) {
        await role.selectOption(wanted);
        await waitUntil('the role is stored', async () => {
          const { rows } = await scene
            .stage()
            .superuser.query<{ role: string }>(
              `select role from farol.memberships where organization_id = $1 and user_id = 2`,
              [scene.organizationId()],
            );
          return rows[0]?.role === wanted;
        });
        await page.locator('select:enabled[aria-label$="basic"]').waitFor();
      }
    },
  ],
  [
    'verifies the audit trail and shows who did what',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/account/audit');
      await page.getByText(words.whole).waitFor();
      await page.getByRole('table', { name: words.trail }).getByText('demo').first().waitFor();
      await opened.look('47-audit');
    },
  ],
];

export const accountJourney: Journey<typeof ADMINISTRATION_WORDS> = {
  name: 'the account',
  words: ADMINISTRATION_WORDS,
  isLoggedIn: true,
  steps,
};

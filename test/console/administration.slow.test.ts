// The pages of account and operator as people use them: the whole product as real processes, a real browser, a real
// receiver of webhooks; both languages, light and dark, desk and phone. Pictures are kept in var/screenshots.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import type { Browser } from 'playwright-core';
import { findRunningPostgres } from '../../src/platform/postgres/index.ts';
import { noteCanary } from '../support/canaries.ts';
import { launchBrowser, openConsole } from '../support/console.ts';
import type { Console, Look } from '../support/console.ts';
import { makeDataFolder, spawnFarol, startProduct, waitUntil } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import type { Receiver } from '../support/webhook-receiver.ts';
import { ADMINISTRATION_WORDS } from './administration-words.ts';

const executablePath = process.env['FAROL_TEST_BROWSER'];
const missing = process.env['FAROL_TEST_BROWSER_MISSING'];
const skip = executablePath === undefined ? (missing ?? 'no browser is named in FAROL_TEST_BROWSER') : false;

const LOOKS: readonly Look[] = [
  { language: 'pt-BR', scheme: 'light', width: 1440 },
  { language: 'pt-BR', scheme: 'dark', width: 390 },
  { language: 'en', scheme: 'light', width: 390 },
  { language: 'en', scheme: 'dark', width: 1440 },
];
const ACCOUNT = ['', '/usage', '/tokens', '/webhooks', '/members', '/audit'].map((page) => `/account${page}`);
const OPERATOR = ['', '/tenants', '/sources', '/imports', '/queue'].map((page) => `/operator${page}`);
const OTHERS = ['', '/analyses', '/batches', '/licences', '/credit'];
const PAGES = [...OTHERS, ...ACCOUNT, ...OPERATOR].map((page) => `/o/1${page}`);

const DEAD_JOB = `
  insert into pgboss.job (name, data, group_id, keep_until, source_name, source_id, source_created_on,
    source_retry_count, source_output)
  values ('dead', '{"requestIds": ["018f0000-0000-7000-8000-000000000000"]}', '1', now() + interval '1 day', 'cnh.run',
    gen_random_uuid(), now(), 4, '{"reason": "the attempt took too long"}')`;

describe('the pages of account and operator in a browser', { skip }, () => {
  const folder = makeDataFolder();
  let product: Product;
  let receiver: Receiver;
  let browser: Browser;
  let superuser: Client;
  before(async () => {
    noteCanary('90010020055');
    product = await startProduct({ FAROL_DATA_DIR: folder.path, FAROL_SANDBOX_POPULATION: 'small' });
    receiver = await startReceiver();
    browser = await launchBrowser(executablePath ?? '');
    await waitUntil(
      'the sandbox is loaded',
      async () => product.output().includes('The sandbox is loaded'),
      120_000,
    );
    superuser = new Client({ connectionString: (await findRunningPostgres({ dataDir: folder.path })) ?? '' });
    await superuser.connect();
    const { child } = spawnFarol(
      ['organization', 'add-member', '1', '--user', 'basic@example.com', '--role', 'viewer'],
      { FAROL_DATA_DIR: folder.path },
    );
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
  after(async () => {
    await superuser.end();
    await browser.close();
    await receiver.close();
    await product.stop();
    folder.remove();
  });

  async function logIn({ page }: Console, language: Look['language'], email?: string): Promise<void> {
    await page.goto(`${product.url}/login`);
    const button = page.getByRole('button', { name: ADMINISTRATION_WORDS[language].logIn, exact: true });
    await button.waitFor();
    await page.locator('input[type="email"][value$="example.com"]').waitFor();
    if (email !== undefined) await page.locator('input[type="email"]').fill(email);
    await button.click();
    await page.waitForURL('**/o/*');
  }

  for (const look of LOOKS) {
    describe(`${look.language}, ${look.scheme}, ${look.width} px`, () => {
      const words = ADMINISTRATION_WORDS[look.language];
      let opened: Console;
      before(async () => {
        opened = await openConsole(browser, product.url, look);
        await logIn(opened, look.language);
      });
      after(() => opened.close());

      const go = async (path: string): Promise<void> => {
        await opened.page.goto(`${product.url}/o/1${path}`);
        await opened.page.getByRole('heading', { level: 1 }).waitFor();
        await opened.page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      };

      it('shows balance, usage over time and every entry of the ledger', async () => {
        const { page } = opened;
        const charged = await page.evaluate(
          `fetch('/v1/cnh', { method: 'POST', headers: { 'x-farol-console': '1', 'content-type': 'application/json' },
            body: JSON.stringify({ organizationId: 1, document: '90010020055' }) }).then(({ status }) => status)`,
        );
        assert.equal(charged, 201);
        await go('/account/usage');
        await page.locator('.recharts-surface').first().waitFor();
        await page.getByRole('table', { name: words.ledger }).getByText('−1').first().waitFor();
        await opened.look('20-usage');
      });

      it('makes a service token that is shown once, and revokes it', async () => {
        const { page } = opened;
        await go('/account/tokens');
        await page.getByText(words.noToken, { exact: true }).waitFor();
        await page.getByRole('button', { name: words.createToken }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(words.name).fill('ERP');
        await opened.look('21-token-form');
        await dialog.getByRole('button', { name: words.createToken }).click();
        const shown = page.getByText(/^farol_st_/);
        await shown.waitFor();
        const token = (await shown.textContent()) ?? '';
        noteCanary(token);
        await opened.look('22-token-once');
        await page.getByRole('button', { name: words.kept }).click();
        await shown.waitFor({ state: 'detached' });
        const ask = async (): Promise<number> => {
          const url = `${product.url}/v1/holder/1/organization/1/balance`;
          return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
        };
        assert.equal(await ask(), 200);
        await opened.look('23-tokens');
        await page.getByRole('button', { name: words.revoke }).click();
        await page.getByRole('dialog').getByRole('button', { name: words.revoke }).click();
        await page.getByText(words.noToken, { exact: true }).waitFor();
        await waitUntil('the token is refused', async () => (await ask()) === 401);
      });

      it('makes a webhook, tests it, shows what was answered, and sends an event once more', async () => {
        const { page } = opened;
        opened.forgive(400, /\/webhooks$/);
        await go('/account/webhooks');
        await page.getByRole('button', { name: words.createWebhook }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: words.url }).fill('https://10.0.0.1/hook');
        await dialog.getByLabel(words.description).fill('ERP');
        await dialog.getByRole('button', { name: words.createWebhook }).click();
        await dialog.getByText(words.refused).waitFor();
        await opened.look('24-webhook-form');
        await dialog.getByRole('textbox', { name: words.url }).fill(receiver.url);
        await dialog.getByRole('button', { name: words.createWebhook }).click();
        const secret = page.getByText(/^whsec_/);
        noteCanary((await secret.textContent()) ?? '');
        await page.getByRole('button', { name: words.kept }).click();
        await page.getByRole('button', { name: words.test, exact: true }).click();
        await page.getByRole('button', { name: words.seeDeliveries }).click();
        const line = page.locator('.farol-line');
        await line.filter({ hasText: 'webhook.test' }).getByText(words.delivered).waitFor();
        const asked = await page.evaluate(
          `fetch('/v1/cnh', { method: 'POST', headers: { 'x-farol-console': '1', 'content-type': 'application/json' },
            body: JSON.stringify({ organizationId: 1, document: '90010020055' }) }).then(({ status }) => status)`,
        );
        assert.equal(asked, 201);
        const about = (): { id: string }[] =>
          receiver.receipts.filter(({ body }) => body.includes('"cnh.completed"'));
        const seen = about().length;
        await waitUntil('the event is sent', async () => about().length > seen, 60_000);
        await page.reload();
        await page.getByRole('button', { name: words.seeDeliveries }).click();
        const event = line.filter({ hasText: 'cnh.completed' }).first();
        await event.getByText(words.delivered).waitFor();
        await event.getByRole('button').first().click();
        await event.getByRole('cell', { name: /(?:^| )200$/ }).waitFor();
        await opened.look('25-webhooks');
        const sent = about().length;
        await event.getByRole('button', { name: words.replay }).click();
        await waitUntil('the event is sent once more', async () => about().length > sent, 60_000);
        assert.equal(about().at(-1)?.id, about().at(-2)?.id);
      });

      it('rotates the secret of a webhook, disables and removes it', async () => {
        const { page } = opened;
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
      });

      it('shows members and gives one another role', async () => {
        const { page } = opened;
        await go('/account/members');
        const role = page.getByRole('combobox', { name: words.roleOfBasic });
        await role.waitFor();
        await opened.look('26-members');
        for (const wanted of ['analyst', 'viewer']) {
          await role.selectOption(wanted);
          await waitUntil('the role is stored', async () => {
            const { rows } = await superuser.query(
              `select role from farol.memberships where organization_id = 1 and user_id = 2`,
            );
            return rows[0]?.role === wanted;
          });
          await page.locator('select:enabled[aria-label$="basic"]').waitFor();
        }
      });

      it('verifies the audit trail and shows who did what', async () => {
        const { page } = opened;
        await go('/account/audit');
        await page.getByText(words.whole).waitFor();
        await page.getByRole('table', { name: words.trail }).getByText('demo').first().waitFor();
        await opened.look('27-audit');
      });

      it('shows the operator version and doctor, tenants, sources, imports and their quarantine', async () => {
        const { page } = opened;
        await go('/operator');
        await page.getByRole('heading', { name: words.version }).waitFor();
        await opened.look('28-system');
        await go('/operator/tenants');
        await page.getByRole('table', { name: words.tenants }).getByText('Demo Other').first().waitFor();
        await opened.look('29-tenants');
        await go('/operator/sources');
        await page.getByRole('heading', { name: words.live }).waitFor();
        await opened.look('30-sources');
        await go('/operator/imports');
        await page.getByRole('table', { name: words.runs }).waitFor();
        await opened.look('31-imports');
        await page.getByRole('button', { name: words.quarantine }).first().click();
        await page.getByRole('dialog').getByRole('table').first().waitFor();
        await opened.look('32-quarantine');
      });

      it('lets the operator try a dead job again', async () => {
        const { page } = opened;
        await superuser.query(DEAD_JOB);
        await go('/operator/queue');
        await page.getByRole('button', { name: words.retryJob }).waitFor();
        await opened.look('33-queue');
        await page.getByRole('button', { name: words.retryJob }).click();
        await page.getByText(words.noDead).waitFor();
      });

      it('reaches every page from every other with two clicks, and by keyboard', async () => {
        const { page } = opened;
        const links = new Map<string, Set<string>>();
        for (const path of PAGES) {
          await go(path.slice('/o/1'.length));
          const found = (await page.evaluate(
            `[...document.querySelectorAll('a[href]')].map((link) => new URL(link.href).pathname.replace(/\\/$/, ''))`,
          )) as string[];
          links.set(path, new Set(found));
        }
        for (const from of PAGES) {
          const near = links.get(from) ?? new Set();
          const reached = new Set(near);
          for (const path of near) links.get(path)?.forEach((next) => reached.add(next));
          assert.deepEqual(
            PAGES.filter((path) => !reached.has(path)),
            [],
            from,
          );
        }
        await go('/operator');
        if (look.width === 390) await page.getByRole('button', { name: words.menu }).press('Enter');
        await page.getByRole('link', { name: words.account, exact: true }).press('Enter');
        await page.getByRole('link', { name: words.usageTitle }).press('Enter');
        await page.waitForURL('**/account/usage');
      });

      it('keeps admin and operator pages from others, and does not offer them', async () => {
        const other = await openConsole(browser, product.url, look);
        other.forgive(403, /\/(?:audit|operator)/);
        await logIn(other, look.language, 'basic@example.com');
        await other.page.goto(`${product.url}/o/1/account/audit`);
        await other.page.getByText(words.forbidden).first().waitFor();
        assert.equal(await other.page.getByRole('link', { name: words.operator, exact: true }).count(), 0);
        await other.look('34-not-admin');
        await other.page.goto(`${product.url}/o/1/operator/queue`);
        await other.page.getByText(words.forbidden).waitFor();
        await other.look('35-not-operator');
        assert.deepEqual(other.complaints, []);
        await other.close();
      });

      it('gave the browser nothing to complain of', () => {
        assert.deepEqual(opened.complaints, []);
      });
    });
  }
});

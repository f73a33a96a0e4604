// The ways between the pages: two clicks from each to every other, and everything by keyboard alone. Each width once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noteCanary } from '../support/canaries.ts';
import type { Console } from '../support/console.ts';
import { waitUntil } from '../support/product.ts';
import { walkByTab } from './focus.ts';
import { logIn, openScene, settle, visit } from './stage.ts';
import type { Scene } from './stage.ts';

const PAGES = [
  ...['', '/analyses', '/batches', '/events', '/radars', '/processes', '/licences', '/credit'],
  ...['', '/usage', '/tokens', '/webhooks', '/members', '/audit'].map((page) => `/account${page}`),
  ...['', '/tenants', '/sources', '/imports', '/queue'].map((page) => `/operator${page}`),
];
const VISIBLE_LINKS = `[...document.querySelectorAll('a[href]')]
  .filter((link) => link.checkVisibility({ visibilityProperty: true }))
  .map((link) => new URL(link.href).pathname.replace(/\\/$/, ''))`;

async function linksOf(page: Page): Promise<Set<string>> {
  return new Set((await page.evaluate(VISIBLE_LINKS)) as string[]);
}

const DOCUMENT = '900.000.003-37';
const RADAR_MENU = '.farol-radar button[aria-haspopup="menu"]';
const PATIENCE_MS = 60_000;

type Ways = { near: Set<string>; folded: Set<string> };

/** What is a click away, and what only once a menu is open. */
async function waysFrom(page: Page): Promise<Ways> {
  const near = await linksOf(page);
  const folded = new Set<string>();
  for (const opener of ['header button[aria-controls="menu"]', 'header button[aria-haspopup="menu"]']) {
    const button = page.locator(opener);
    if (!(await button.isVisible())) continue;
    const before = (await linksOf(page)).size;
    await button.click();
    await waitUntil('the menu is open', async () => (await linksOf(page)).size > before, PATIENCE_MS);
    for (const link of await linksOf(page)) folded.add(link);
    await page.keyboard.press('Escape');
    await waitUntil('the menu is closed', async () => (await linksOf(page)).size === before, PATIENCE_MS);
  }
  return { near, folded };
}

function unreachable(ways: ReadonlyMap<string, Ways>, targets: readonly string[]): string[] {
  return [...ways].flatMap(([from, { near, folded }]) => {
    const reached = new Set([from, ...near, ...folded]);
    for (const next of near) for (const link of ways.get(next)?.near ?? []) reached.add(link);
    return targets.filter((target) => !reached.has(target)).map((target) => `${from} to ${target}`);
  });
}

export function playWays(scene: Scene): void {
  if (scene.look.language === 'en') return;
  describe('the ways between the pages', { concurrency: 1 }, () => {
    const isPhone = scene.look.width === 390;
    let opened: Console;
    before(async () => {
      noteCanary(DOCUMENT.replaceAll(/\D/g, ''));
      opened = await openScene(scene);
      await logIn(scene, opened);
    });
    after(() => opened.close());

    const hasFocus = async (selector: string): Promise<boolean> =>
      (await opened.page.evaluate(`document.activeElement === document.querySelector('${selector}')`)) ===
      true;
    const inDialog = async (): Promise<boolean> =>
      (await opened.page.evaluate(
        `document.activeElement?.closest('[role="dialog"]') instanceof HTMLElement`,
      )) === true;
    const active = (what: string): Promise<unknown> =>
      opened.page.evaluate(`document.activeElement?.${what}`);

    it('are two clicks from each page to every other', async () => {
      const { page } = opened;
      const base = `/o/${scene.organizationId()}`;
      await visit(scene, opened, '/events');
      const told = [...(await linksOf(page))];
      const single = [/\/analyses\/\d+\/\d+$/, /\/processes\/\d+$/].map(
        (kind) => told.find((link) => kind.test(link)) ?? 'none is told of',
      );
      const ways = new Map<string, Ways>();
      for (const path of [...PAGES.map((each) => `${base}${each}`), ...single]) {
        await page.goto(`${scene.stage().product.url}${path}`);
        await settle(page);
        ways.set(path, await waysFrom(page));
      }
      assert.deepEqual(unreachable(ways, [...ways.keys(), '/organizations']), []);
    });

    it('begin with a link that skips to the content', async () => {
      const { page } = opened;
      await visit(scene, opened, '/radars');
      await page.keyboard.press('Tab');
      assert.equal(await active('className'), 'farol-skip');
      assert.ok(Number(await active('getBoundingClientRect().top')) >= 0);
      await page.keyboard.press('Enter');
      assert.equal(await active('id'), 'content');
      await page.keyboard.press('Tab');
      assert.equal(await active(`closest('main') !== null`), true);
    });

    for (const path of ['', '/analyses', '/radars', '/events', '/account/webhooks', '/operator/queue']) {
      it(`lead by Tab to everything that can be acted on, and always show where one is: ${path || '/'}`, async () => {
        await visit(scene, opened, path);
        const { missed, hidden, unmarked } = await walkByTab(opened.page);
        assert.deepEqual({ missed, hidden, unmarked }, { missed: [], hidden: [], unmarked: [] });
      });
    }

    it('lead by Tab through a whole analysis', async () => {
      const { page } = opened;
      await visit(scene, opened, '/analyses');
      await page.getByRole('main').locator('a[href*="/analyses/"]').first().press('Enter');
      await page.locator('.farol-cases').waitFor();
      await settle(page);
      const { missed, hidden, unmarked } = await walkByTab(page);
      assert.deepEqual({ missed, hidden, unmarked }, { missed: [], hidden: [], unmarked: [] });
    });

    it('go on at the content of the page that was gone to', async () => {
      const { page } = opened;
      await visit(scene, opened, '/analyses');
      if (isPhone) await page.locator('header button[aria-controls="menu"]').press('Enter');
      await page.locator('#menu a[href$="/radars"]').press('Enter');
      await page.waitForURL('**/radars');
      await waitUntil('the focus has come', async () => (await active('id')) === 'content', PATIENCE_MS);
    });

    it('hold the focus in a dialog, and give it back to where it came from', async () => {
      const { page } = opened;
      await visit(scene, opened, '/analyses');
      await page.keyboard.press('/');
      await page.keyboard.type(DOCUMENT);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button').nth(1).waitFor();
      await waitUntil('the dialog has the focus', inDialog, PATIENCE_MS);
      for (let step = 0; step < 8; step += 1) {
        await page.keyboard.press(step < 5 ? 'Tab' : 'Shift+Tab');
        assert.equal(await inDialog(), true, `step ${step}`);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await waitUntil('the search has the focus again', () => hasFocus('header input'), PATIENCE_MS);
    });

    it('come back to the button of the menu that a dialog was opened from', async () => {
      const { page } = opened;
      await visit(scene, opened, '/radars');
      await page.locator(RADAR_MENU).first().press('Enter');
      await page.getByRole('menuitem').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('menuitem').first().press('Enter');
      await page.getByRole('dialog').waitFor();
      await waitUntil('the dialog has the focus', inDialog, PATIENCE_MS);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await waitUntil('the menu has the focus again', () => hasFocus(RADAR_MENU), PATIENCE_MS);
    });

    it('gave the browser nothing to complain of', () => {
      assert.deepEqual(opened.complaints, []);
    });
  });
}

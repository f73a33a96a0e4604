// The ways between the pages: two clicks from each to every other, and everything by keyboard alone.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { noteCanary } from '../support/canaries.ts';
import { waitUntil } from '../support/product.ts';
import { walkByTab } from './focus.ts';
import type { Journey } from './journey.ts';
import { settle, visit } from './stage.ts';

const PAGES = [
  '',
  '/analyses',
  '/batches',
  '/events',
  '/radars',
  '/processes',
  '/licences',
  '/credit',
].concat(
  ['', '/usage', '/tokens', '/webhooks', '/members', '/audit'].map((page) => `/account${page}`),
  ['', '/tenants', '/sources', '/imports', '/queue'].map((page) => `/operator${page}`),
);
const WALKED = ['', '/analyses', '/radars', '/events', '/account/webhooks', '/operator/queue'];
const VISIBLE_LINKS = `[...document.querySelectorAll('a[href]')]
  .filter((link) => link.checkVisibility({ visibilityProperty: true }))
  .map((link) => new URL(link.href).pathname.replace(/\\/$/, ''))`;
const MENU = 'header button[aria-controls="menu"]';
const RADAR_MENU = '.farol-radar button[aria-haspopup="menu"]';
const DOCUMENT = '900.000.003-37';
const PATIENCE_MS = 60_000;
/** Nothing here goes by words. */
const NO_WORDS = { 'pt-BR': {}, en: {} };

noteCanary(DOCUMENT.replaceAll(/\D/g, ''));

async function linksOf(page: Page): Promise<Set<string>> {
  return new Set(await page.evaluate<string[]>(VISIBLE_LINKS));
}

type Ways = { near: Set<string>; folded: Set<string> };

/** What is a click away, and what only once a menu is open. */
async function waysFrom(page: Page): Promise<Ways> {
  const near = await linksOf(page);
  const folded = new Set<string>();
  for (const opener of [MENU, 'header button[aria-haspopup="menu"]']) {
    const button = page.locator(opener);
    if (!(await button.isVisible())) continue;
    const atFirst = (await linksOf(page)).size;
    await button.click();
    await waitUntil('the menu is open', async () => (await linksOf(page)).size > atFirst, PATIENCE_MS);
    for (const link of await linksOf(page)) folded.add(link);
    await page.keyboard.press('Escape');
    await waitUntil('the menu is closed', async () => (await linksOf(page)).size === atFirst, PATIENCE_MS);
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

const active = (page: Page, what: string): Promise<unknown> =>
  page.evaluate(`document.activeElement?.${what}`);
const hasFocus = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`document.activeElement === document.querySelector('${selector}')`);
const isInDialog = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`document.activeElement?.closest('[role="dialog"]') instanceof HTMLElement`);

async function assertWalk(page: Page): Promise<void> {
  const { missed, hidden, unmarked, steps } = await walkByTab(page);
  assert.deepEqual({ missed, hidden, unmarked }, { missed: [], hidden: [], unmarked: [] });
  assert.ok(steps > 4, `${steps} steps`);
}

export const waysJourney: Journey<typeof NO_WORDS> = {
  name: 'the ways between the pages',
  words: NO_WORDS,
  isLoggedIn: true,
  steps: [
    [
      'are two clicks from each page to every other',
      async ({ page, opened, scene }) => {
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
      },
    ],
  ],
};

export const keyboardJourney: Journey<typeof NO_WORDS> = {
  name: 'the ways by keyboard',
  words: NO_WORDS,
  isLoggedIn: true,
  steps: [
    [
      'begin with a link that skips to the content',
      async ({ page, opened, scene }) => {
        await visit(scene, opened, '/radars');
        await page.keyboard.press('Tab');
        assert.equal(await active(page, 'className'), 'farol-skip');
        await waitUntil(
          'the link is in sight',
          async () => Number(await active(page, 'getBoundingClientRect().top')) >= 0,
        );
        await page.keyboard.press('Enter');
        await waitUntil('the content has the focus', () => hasFocus(page, '#content'), PATIENCE_MS);
        await page.keyboard.press('Tab');
        assert.equal(await active(page, `closest('main') !== null`), true);
      },
    ],
    [
      'lead to everything that can be acted on, and always show where one is',
      async ({ page, opened, scene }) => {
        for (const path of WALKED) {
          await visit(scene, opened, path);
          await assertWalk(page);
        }
      },
    ],
    [
      'lead through a whole analysis',
      async ({ page, opened, scene }) => {
        await visit(scene, opened, '/analyses');
        await page.getByRole('main').locator('a[href*="/analyses/"]').first().press('Enter');
        await page.locator('.farol-cases').waitFor();
        // One who comes by a link goes on at the content; the walk begins at the top.
        await page.reload();
        await page.locator('.farol-cases').waitFor();
        await settle(page);
        await assertWalk(page);
      },
    ],
    [
      'go on at the content of the page that was gone to',
      async ({ page, opened, scene }) => {
        await visit(scene, opened, '/analyses');
        if (scene.look.width === 390) await page.locator(MENU).press('Enter');
        await page.locator('#menu a[href$="/radars"]').press('Enter');
        await page.waitForURL('**/radars');
        await waitUntil('the content has the focus', () => hasFocus(page, '#content'), PATIENCE_MS);
      },
    ],
    [
      'stay in a dialog, and come back to where it was opened from',
      async ({ page, opened, scene }) => {
        await visit(scene, opened, '/analyses');
        await page.keyboard.press('/');
        await page.keyboard.type(DOCUMENT);
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').getByRole('button').nth(1).waitFor();
        await waitUntil('the dialog has the focus', () => isInDialog(page), PATIENCE_MS);
        for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
          await page.keyboard.press(key);
          assert.equal(await isInDialog(page), true);
        }
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await waitUntil('the search has the focus', () => hasFocus(page, 'header input'), PATIENCE_MS);
      },
    ],
    [
      'come back to the button of the menu that a dialog was opened from',
      async ({ page, opened, scene }) => {
        await visit(scene, opened, '/radars');
        await page.locator(RADAR_MENU).first().press('Enter');
        // A link stands first; the acts that open a dialog are buttons.
        await page.locator('button[role="menuitem"]').first().press('Enter');
        await page.getByRole('dialog').waitFor();
        await waitUntil('the dialog has the focus', () => isInDialog(page), PATIENCE_MS);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await waitUntil('the menu has the focus', () => hasFocus(page, RADAR_MENU), PATIENCE_MS);
      },
    ],
  ],
};

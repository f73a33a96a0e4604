// The console in a real browser: one look (language, light, width) a page, everything that a person would not notice noted
// (complaints, broken policies, requests elsewhere), and a picture of every page kept for those who look.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { projectDir } from './database.ts';

export type Look = { language: 'pt-BR' | 'en'; scheme: 'light' | 'dark'; width: 390 | 1440 };

/** Every pair of language, light and width is among them. */
export const LOOKS: readonly Look[] = [
  { language: 'pt-BR', scheme: 'light', width: 1440 },
  { language: 'pt-BR', scheme: 'dark', width: 390 },
  { language: 'en', scheme: 'light', width: 390 },
  { language: 'en', scheme: 'dark', width: 1440 },
];

/** Where the browser is, or why the tests that need one are left out. */
export const browserPath = process.env['FAROL_TEST_BROWSER'] ?? '';
export const withoutBrowser =
  browserPath === ''
    ? (process.env['FAROL_TEST_BROWSER_MISSING'] ?? 'no browser is named in FAROL_TEST_BROWSER')
    : false;

export type Console = {
  page: Page;
  /** What the browser complained of and has not been forgiven. */
  complaints: string[];
  /** Of the scripts that came over the wire so far, as they travelled. */
  scriptBytes(): number;
  /** Keeps a picture of the page, sees that nothing sticks out of it, and judges it by axe. */
  look(name: string): Promise<void>;
  /** Keeps a picture of the page as it is printed, for which `seen` is asked too. */
  print(name: string, seen: () => Promise<void>): Promise<void>;
  /** A status that the page is meant to meet. */
  forgive(status: number, path: RegExp): void;
  close(): Promise<void>;
};

const PICTURES = join(projectDir, 'var', 'screenshots');
/** Of A4, in the browser's pixels. */
const PAPER = { width: 794, height: 1123 };
/** Longer than anything takes on a machine that is busy with other tests. */
const PATIENCE_MS = 60_000;

export function launchBrowser(executablePath: string): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}

const NOTE_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI));`;

function noteComplaints(page: Page, origin: string, forgiven: [number, RegExp][]): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A refused request is told here too, but without its status.
    const isAnswer = message.text().startsWith('Failed to load resource: the server responded');
    if (!isAnswer && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isForgiven = forgiven.some(([status, path]) => status === response.status() && path.test(pathname));
    if (response.status() >= 400 && !isForgiven) complaints.push(`${response.status()} ${pathname}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      complaints.push(request.url());
  });
  return complaints;
}

/** Both schemes and both widths; what axe judges is the same in the other language. */
function isJudged({ language }: Look): boolean {
  return language === 'pt-BR';
}

async function judge(page: Page, name: string): Promise<void> {
  // Without frames of others there is no need for the page that it would open beside this one each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  assert.deepEqual(told, [], name);
}

/** All of the page, packed as fast as it goes: there are hundreds of pictures, and packing them well is half of their time. */
async function takePicture(page: Page, session: CDPSession, path: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)');
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: true,
    clip: { ...cssContentSize, scale: 1 },
  });
  writeFileSync(path, Buffer.from(data, 'base64'));
}

/** The organization is the one that was worked in last, as the browser remembers it. */
export async function openConsole(
  browser: Browser,
  origin: string,
  look: Look,
  organizationId?: number,
): Promise<Console> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.width === 390 ? 844 : 900 },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript({ content: NOTE_VIOLATIONS });
  await context.addInitScript({
    content: `if (!localStorage.getItem('farol.language')) localStorage.setItem('farol.language', '${look.language}');`,
  });
  if (organizationId !== undefined) {
    await context.addInitScript({
      content: `if (!localStorage.getItem('farol.organization')) localStorage.setItem('farol.organization', '${organizationId}');`,
    });
  }
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const forgiven: [number, RegExp][] = [];
  const complaints = noteComplaints(page, origin, forgiven);
  let bytes = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) bytes += Number(response.headers()['content-length'] ?? 0);
  });
  mkdirSync(PICTURES, { recursive: true });
  const pictureOf = (name: string): string =>
    join(PICTURES, `${name}-${look.width}-${look.scheme}-${look.language}.png`);
  return {
    page,
    complaints,
    scriptBytes: () => bytes,
    forgive: (status, path) => void forgiven.push([status, path]),
    print: async (name, seen) => {
      const screen = page.viewportSize() ?? PAPER;
      await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(PAPER);
      await takePicture(page, session, pictureOf(name));
      await seen();
      await page.setViewportSize(screen);
      await page.emulateMedia({ media: 'screen' });
      await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
    },
    look: async (name) => {
      // Or what stands fixed on the screen is pictured in the middle of the page.
      await page.evaluate('window.scrollTo(0, 0)');
      await takePicture(page, session, pictureOf(name));
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
      assert.ok(width <= look.width, `${name} is ${width} px wide`);
      if (isJudged(look)) await judge(page, name);
    },
    close: () => context.close(),
  };
}

// Whom the looks watch, and how they find them.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { noteCanary } from '../support/canaries.ts';
import type { Product } from '../support/product.ts';
import type { MONITORING_WORDS } from './monitoring-words.ts';
import type { Scene } from './stage.ts';

/** Each look watches somebody else, to whom nothing has happened yet; in the order of the looks. */
const WATCHED: readonly { person: string; many: readonly [string, string] }[] = [
  { person: '90000000337', many: ['90000004677', '90000027000177'] },
  { person: '90000000256', many: ['90000001309', '90000022000144'] },
  { person: '90000004081', many: ['90000003867', '90000028000111'] },
  { person: '90000004162', many: ['90000005053', '90000029000166'] },
];

const LATER = '2028-11-15';
const RADAR_NAMES = ['Cliente em atenção', 'Fornecedor do norte'] as const;

for (const { person, many } of WATCHED) noteCanary(person, ...many);

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

type Watched = (typeof WATCHED)[number];

export function watchedBy({ turn }: Scene): Watched {
  return WATCHED[turn] ?? { person: '', many: ['', ''] };
}

export function nameOf({ turn }: Scene): string {
  return `${RADAR_NAMES[0]} ${turn + 1}`;
}

export function otherName({ turn }: Scene): string {
  return `${RADAR_NAMES[1]} ${turn + 1}`;
}

export function radarOf(page: Page, name: string): Locator {
  return page.locator('.farol-radar').filter({ hasText: name });
}

type Words = (typeof MONITORING_WORDS)[keyof typeof MONITORING_WORDS];

export async function analyse(page: Page, words: Words, typed: string): Promise<void> {
  const field = page.getByRole('textbox', { name: words.search });
  await field.fill(typed);
  await field.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: words.analyse }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 2, name: words.clear }).first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

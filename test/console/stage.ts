// What all journeys of the console play on: one product as real processes, one browser, one receiver of webhooks. Every look
// has an organization of its own there, so that the looks go on side by side and none sees what another does.
import assert from 'node:assert/strict';
import { Client } from 'pg';
import type { Browser } from 'playwright-core';
import { findRunningPostgres } from '../../src/platform/postgres/index.ts';
import { browserPath, launchBrowser, LOOKS, openConsole } from '../support/console.ts';
import type { Console, Look } from '../support/console.ts';
import { makeDataFolder, startProduct, waitUntil } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import type { Receiver } from '../support/webhook-receiver.ts';
import { callMeeting } from './meeting.ts';
import type { Meeting } from './meeting.ts';
import { moveTime } from './watched.ts';

export type Stage = {
  product: Product;
  browser: Browser;
  receiver: Receiver;
  superuser: Client;
  /** One for each look, in their order. */
  organizations: readonly number[];
  /** When the sandbox's day becomes a later one, for all at once. */
  timeMoves: Meeting;
  close(): Promise<void>;
};

/** One look of one journey; the stage is there once the journey begins. */
export type Scene = {
  look: Look;
  turn: number;
  stage(): Stage;
  organizationId(): number;
};

/** The published user is their admin, and another one looks on. */
const MAKE_ORGANIZATIONS = `
  with made as (
    insert into farol.organizations (holder_id, name) select 1, 'Demo ' || n from generate_series(1, $1::int) n returning id
  ), joined as (
    insert into farol.memberships (organization_id, user_id, role)
    select id, u.user_id, u.role from made, (values (1, 'admin'), (2, 'viewer')) as u (user_id, role)
  ), subscribed as (
    insert into farol.subscriptions (organization_id, plan_id, granted) select id, 1, 100000 from made
  )
  select id::int from made order by id`;
const GRANTED = `
  insert into farol.ledger_entries (organization_id, plan_id, kind, units, subject)
  select unnest($1::bigint[]), 1, 'grant', 100000, 'granted by the operator'`;

async function makeOrganizations(superuser: Client): Promise<number[]> {
  const { rows } = await superuser.query<{ id: number }>(MAKE_ORGANIZATIONS, [LOOKS.length]);
  const ids = rows.map(({ id }) => id);
  await superuser.query(GRANTED, [ids]);
  return ids;
}

/** `env` are settings of the product beside those that all journeys have. */
export async function setStage(env: Record<string, string> = {}): Promise<Stage> {
  const folder = makeDataFolder();
  const [product, receiver, browser] = await Promise.all([
    startProduct({
      FAROL_DATA_DIR: folder.path,
      FAROL_SANDBOX_POPULATION: 'small',
      // All looks are the same user at the same address.
      FAROL_RATE_LOGIN: '1000/60',
      ...env,
    }),
    startReceiver(),
    launchBrowser(browserPath),
  ]);
  const isLoaded = async (): Promise<boolean> => product.output().includes('The sandbox is loaded');
  await waitUntil('the sandbox is loaded', isLoaded, 120_000);
  const superuser = new Client({
    connectionString: (await findRunningPostgres({ dataDir: folder.path })) ?? '',
  });
  await superuser.connect();
  const organizations = await makeOrganizations(superuser);
  return {
    product,
    browser,
    receiver,
    superuser,
    organizations,
    timeMoves: callMeeting(LOOKS.length, () => moveTime(product)),
    close: async () => {
      await superuser.end();
      await browser.close();
      await receiver.close();
      await product.stop();
      folder.remove();
    },
  };
}

export async function openScene({ look, stage, organizationId }: Scene): Promise<Console> {
  const { browser, product } = stage();
  const opened = await openConsole(browser, product.url, look, organizationId());
  // Four browsers fill the machine: the server may tell what goes on in the background to come back, and that does.
  opened.forgive(503, /\/events\/(?:inbox|marks)$/);
  return opened;
}

export async function logIn(scene: Scene, { page }: Console, email?: string): Promise<void> {
  await page.goto(`${scene.stage().product.url}/login`);
  await page.locator('input[type="email"][value$="example.com"]').waitFor();
  if (email !== undefined) await page.locator('input[type="email"]').fill(email);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(`**/o/${scene.organizationId()}`);
}

/** A page of the scene's organization, with all that it shows. */
export async function visit(scene: Scene, { page }: Console, path: string): Promise<void> {
  await page.goto(`${scene.stage().product.url}/o/${scene.organizationId()}${path}`);
  await settle(page);
}

export async function settle(page: Console['page']): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** A picture once all of the page is there. */
export async function lookAt({ page, look }: Console, picture: string): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await look(picture);
}

/** Asks for a driver licence as the page itself would, and counts on its being charged. */
export async function askLicence(scene: Scene, { page }: Console, document: string): Promise<void> {
  const asked = await page.evaluate(
    `fetch('/v1/cnh', { method: 'POST', headers: { 'x-farol-console': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ organizationId: ${scene.organizationId()}, document: '${document}' }) })
      .then(({ status }) => status)`,
  );
  assert.equal(asked, 201);
}

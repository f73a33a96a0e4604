// The pages of whoever runs the installation, and what others see in their place.
import assert from 'node:assert/strict';
import { ADMINISTRATION_WORDS } from './administration-words.ts';
import type { Journey } from './journey.ts';
import { takeTurns } from './meeting.ts';
import { logIn, openScene, visit } from './stage.ts';

const DEAD_JOB = `
  insert into pgboss.job (name, data, group_id, keep_until, source_name, source_id, source_created_on,
    source_retry_count, source_output)
  values ('dead', '{"requestIds": ["018f0000-0000-7000-8000-000000000000"]}', '1', now() + interval '1 day', 'cnh.run',
    gen_random_uuid(), now(), 4, '{"reason": "the attempt took too long"}')`;

/** There is one queue for all, and each look wants to see it empty at the end. */
const oneAtATime = takeTurns();

const steps: Journey<typeof ADMINISTRATION_WORDS>['steps'] = [
  [
    'shows the operator version and doctor, tenants, sources, imports and their quarantine',
    async ({ page, opened, words, scene }) => {
      await visit(scene, opened, '/operator');
      await page.getByRole('heading', { name: words.version }).waitFor();
      await opened.look('50-system');
      await visit(scene, opened, '/operator/tenants');
      await page.getByRole('table', { name: words.tenants }).getByText('Demo Other').first().waitFor();
      await opened.look('51-tenants');
      await visit(scene, opened, '/operator/sources');
      await page.getByRole('heading', { name: words.live }).waitFor();
      await opened.look('52-sources');
      await visit(scene, opened, '/operator/imports');
      await page.getByRole('table', { name: words.runs }).waitFor();
      await opened.look('53-imports');
      await page.getByRole('button', { name: words.quarantine }).first().click();
      await page.getByRole('dialog').getByRole('table').first().waitFor();
      await opened.look('54-quarantine');
    },
  ],
  [
    'lets the operator try a dead job again',
    async ({ page, opened, words, scene }) => {
      await oneAtATime(async () => {
        await scene.stage().superuser.query(DEAD_JOB);
        await visit(scene, opened, '/operator/queue');
        await page.getByRole('button', { name: words.retryJob }).waitFor();
        await page.getByText(words.deadReason).waitFor();
        await opened.look('55-queue');
        await page.getByRole('button', { name: words.retryJob }).click();
        await page.getByText(words.noDead).waitFor();
      });
    },
  ],
  [
    'keeps admin and operator pages from others, and does not offer them',
    async ({ words, scene }) => {
      const other = await openScene(scene);
      other.forgive(403, /\/(?:audit|operator)/);
      await logIn(scene, other, 'basic@example.com');
      await visit(scene, other, '/account/audit');
      await other.page.getByText(words.forbidden).first().waitFor();
      assert.equal(await other.page.getByRole('link', { name: words.operator, exact: true }).count(), 0);
      await other.look('56-not-admin');
      await visit(scene, other, '/operator/queue');
      await other.page.getByText(words.forbidden).waitFor();
      await other.look('57-not-operator');
      assert.deepEqual(other.complaints, []);
      await other.close();
    },
  ],
];

export const operatorJourney: Journey<typeof ADMINISTRATION_WORDS> = {
  name: 'the operator',
  words: ADMINISTRATION_WORDS,
  isLoggedIn: true,
  steps,
};

// Asks for the licence and the credit of every document with a fixed fate, waits for the end of each, and collects what was
// told: these are the values that must stand nowhere in clear.
import { LIVE_DOCUMENTS } from '../../../sandbox/server/test-documents.ts';
import { eventually } from '../../support/eventually.ts';
import { withKeptClient } from '../../support/kept-connections.ts';
import type { Answer } from '../../support/requests.ts';
import { listFinal } from '../licences/acts.ts';
import { readRecord, readRecords } from '../licences/stored.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import type { World } from '../world.ts';
import { SHORTEST } from './search.ts';
import type { ClearValue } from './search.ts';

const [ORGANIZATION = 0] = LOADED_ORGANIZATIONS;
const PATIENCE_MS = 60_000;
const HURRY_SQL = 'update pgboss.job_common set start_after = now() where state < $1 and start_after > now()';
const SIGNER = { name: 'ZENAIDE CANARIO DE TESTE', email: 'zenaide.canario@example.com' };

type Wanted = { method: 'GET' | 'POST'; path: string; body?: object };

function send(world: World, { method, path, body }: Wanted): Promise<Answer> {
  return world.requests.send({
    method,
    url: `${world.addresses()[0] ?? ''}${path}`,
    headers: {
      authorization: `Bearer ${world.tokens.get(ORGANIZATION) ?? ''}`,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Jobs that wait for their next attempt are started at once. */
function hurry({ databaseUrl }: World): Promise<unknown> {
  return withKeptClient(databaseUrl, (client) => client.query(HURRY_SQL, ['active']));
}

async function askForLicences(world: World): Promise<ClearValue[]> {
  const people = LIVE_DOCUMENTS.filter(({ document }) => document.length === 11);
  for (const { document } of people) {
    await send(world, { method: 'POST', path: '/v1/cnh', body: { organizationId: ORGANIZATION, document } });
  }
  await eventually(async () => {
    await hurry(world);
    return (await listFinal(world)).length === people.length;
  }, PATIENCE_MS);
  for (const { document } of people) await readRecord({ world }, ORGANIZATION, `document/${document}`);
  const records = await readRecords(world);
  return [...records.values()].flatMap(({ data }) =>
    ['name', 'motherName', 'license', 'formNumber', 'renach'].flatMap((what) => {
      const value = data?.[what];
      return typeof value === 'string' ? [{ what, value }] : [];
    }),
  );
}

/** Amounts with so many digits that they mean nothing else. */
function listAmounts(body: string): ClearValue[] {
  return [...new Set(body.match(/"\d{5,}\.\d{2}"/g))].map((text) => ({
    what: 'amount',
    value: text.replaceAll('"', ''),
  }));
}

async function askForCredit(world: World): Promise<ClearValue[]> {
  const amounts: ClearValue[] = [];
  for (const { document } of LIVE_DOCUMENTS) {
    const wanted = { method: 'GET', path: `/v1/scr/indicators/${document}` } as const;
    await eventually(async () => {
      await hurry(world);
      const { status, body } = await send(world, wanted);
      if (status === 200) amounts.push(...listAmounts(body));
      return status !== 202;
    }, PATIENCE_MS);
  }
  return amounts;
}

async function recordConsent(world: World): Promise<void> {
  const [one, other] = LIVE_DOCUMENTS;
  const { status, body } = await send(world, {
    method: 'POST',
    path: '/v1/scr/consents',
    body: {
      organizationId: ORGANIZATION,
      document: one?.document,
      mode: 'OWN_PROOF',
      textHash: 'ab'.repeat(32),
      signedAt: '2026-01-02T12:00:00Z',
      signers: [{ ...SIGNER, document: other?.document }],
    },
  });
  if (status !== 200) throw new Error(`The consent was not taken: ${status} ${body}`);
}

export async function askForEverything(world: World): Promise<ClearValue[]> {
  await recordConsent(world);
  const told = [...(await askForLicences(world)), ...(await askForCredit(world))];
  const given = [
    ...LIVE_DOCUMENTS.flatMap(({ document, name }) => [
      { what: 'document', value: document },
      { what: 'name', value: name },
    ]),
    { what: 'signer', value: SIGNER.name },
    { what: 'mail', value: SIGNER.email },
  ];
  const values = new Map([...given, ...told].map((each) => [each.value, each]));
  return [...values.values()].filter(({ value }) => value.length >= SHORTEST);
}

// Who may manage webhooks, what is taken for one, and what is shown of it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startSendingApi } from '../../../test/support/sending-api.ts';
import type { SendingApi } from '../../../test/support/sending-api.ts';
import { webhookRequests } from '../../../test/support/webhook-requests.ts';

const URL_TAKEN = 'https://hooks.example.com/farol?key=1';

describe('webhooks', () => {
  let test: SendingApi;
  const makeToken = async (role: string): Promise<string> => {
    const { token } = await logIn(test);
    const made = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: bearer(token),
      payload: { name: role, role },
    });
    noteCanary(made.json<{ token: string }>().token);
    return made.json<{ token: string }>().token;
  };
  before(async () => {
    test = await startSendingApi();
  });
  after(() => test.close());

  it('are the business of admins of the organization alone', async () => {
    const strangers = [
      (await logIn(test, 'other')).token,
      (await logIn(test, 'basic')).token,
      await makeToken('viewer'),
      await makeToken('analyst'),
    ];
    const { id } = await test.make(URL_TAKEN);
    for (const { method, url, payload } of webhookRequests) {
      for (const token of strangers) {
        const request = { method, url: url.replace('999999', String(id)), headers: bearer(token) };
        const response = await test.inject({ ...request, ...(payload === undefined ? {} : { payload }) });
        assert.equal(response.statusCode, 403, `${method} ${url}`);
        assert.ok(!response.body.includes('hooks.example.com'));
      }
    }
    assert.equal((await test.call('GET', `/${id}`)).json['status'], 'ENABLED', 'it is untouched');
  });

  it("do not show another tenant's webhook under the caller's own organization", async () => {
    const other = (await logIn(test, 'other')).token;
    const made = await test.inject({
      method: 'POST',
      url: '/v1/organization/3/webhooks',
      headers: bearer(other),
      payload: { url: 'https://foreign.example.com/canary' },
    });
    noteCanary(made.json<{ secret: string }>().secret);
    const foreign = made.json<{ id: number }>().id;
    for (const { method, template, payload } of webhookRequests.filter(({ url }) => url.includes('999999'))) {
      const path = template.replace('/v1/organization/{organizationId}/webhooks', '');
      const call = (id: number) =>
        test.call(method as 'GET', path.replace('{webhookId}', String(id)), payload);
      const [seen, missing] = [await call(foreign), await call(999_999)];
      assert.deepEqual([seen.status, seen.body], [404, missing.body], `${method} ${path}`);
    }
    const rows = await test.database.admin(
      `select status, removed_at, description from farol.webhook_endpoints where id = $1`,
      [foreign],
    );
    assert.deepEqual(rows, [{ status: 'ENABLED', removed_at: null, description: '' }]);
  });

  it('show their secret once, keep it sealed, and are made once for each Idempotency-Key', async () => {
    const make = (description: string) =>
      test.inject({
        method: 'POST',
        url: '/v1/organization/1/webhooks',
        headers: { ...bearer(test.token), 'idempotency-key': 'one-webhook' },
        payload: { url: URL_TAKEN, description, events: ['case.new', 'cnh.completed'] },
      });
    const [first, again, other] = [await make('once'), await make('once'), await make('twice')];
    assert.deepEqual([first.statusCode, again.statusCode, other.statusCode], [200, 200, 409]);
    assert.equal(first.body, again.body);
    const { id, secret } = first.json<{ id: number; secret: string }>();
    noteCanary(secret);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await test.call('GET', `/${id}`);
    assert.deepEqual(shown.json, {
      id,
      url: URL_TAKEN,
      description: 'once',
      events: ['case.new', 'cnh.completed'],
      includeDocuments: false,
      status: 'ENABLED',
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      previousSecretEndsAt: null,
      createdAt: shown.json['createdAt'],
      updatedAt: shown.json['updatedAt'],
    });
    const [row] = (await test.database.admin(
      'select wrapped_secret from farol.webhook_endpoints where id = $1',
      [id],
    )) as { wrapped_secret: Buffer }[];
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    assert.equal(bytes.length, 32);
    assert.ok(row !== undefined && row.wrapped_secret.length > 32 && !row.wrapped_secret.includes(bytes));
  });

  it('are changed in what is named and in nothing else, and removed for good', async () => {
    const { id } = await test.make(URL_TAKEN, { description: 'desk' });
    const changed = await test.call('PATCH', `/${id}`, { events: ['debt.new'], includeDocuments: true });
    assert.equal(changed.status, 200, changed.body);
    const { url, description, events, includeDocuments } = changed.json;
    assert.deepEqual(
      { url, description, events, includeDocuments },
      { url: URL_TAKEN, description: 'desk', events: ['debt.new'], includeDocuments: true },
    );
    const paused = await test.call('PATCH', `/${id}`, { status: 'DISABLED' });
    assert.deepEqual([paused.json['status'], paused.json['disabledReason']], ['DISABLED', 'REQUESTED']);
    assert.equal((await test.call('POST', `/${id}/test`)).status, 409);
    const enabled = await test.call('POST', `/${id}/enable`);
    assert.deepEqual([enabled.json['status'], enabled.json['disabledReason']], ['ENABLED', null]);
    assert.equal((await test.call('PATCH', `/${id}`, {})).status, 400);
    assert.equal((await test.call('PATCH', `/${id}`, { url: 'https://10.0.0.1/' })).status, 400);
    assert.equal((await test.call('DELETE', `/${id}`)).status, 200);
    assert.equal((await test.call('GET', `/${id}`)).status, 404);
    assert.equal((await test.call('DELETE', `/${id}`)).status, 404);
    const actions = await test.database.admin(
      'select action from farol.audit_records where subject = $1 order by row_id',
      [`webhook ${id}`],
    );
    assert.deepEqual(
      (actions as { action: string }[]).map(({ action }) => action),
      ['webhook.create', 'webhook.change', 'webhook.change', 'webhook.enable', 'webhook.remove'],
    );
  });

  it('are refused when the body is not right', async () => {
    const bad = [
      {},
      { url: '' },
      { url: 'hooks.example.com' },
      { url: 'ftp://hooks.example.com' },
      { url: 'http://hooks.example.com/' },
      { url: 'https://user:password@hooks.example.com/' },
      { url: 'https://hooks.example.com/#part' },
      { url: `https://hooks.example.com/${'x'.repeat(2000)}` },
      { url: URL_TAKEN, events: ['*'] },
      { url: URL_TAKEN, events: ['case.new', 'case.new'] },
      { url: URL_TAKEN, events: ['case.new', 'analysis.progress'] },
      { url: URL_TAKEN, includeDocuments: 'yes' },
      { url: URL_TAKEN, secret: 'whsec_mine' },
      { url: URL_TAKEN, description: 'a\u0000b' },
    ];
    for (const body of bad) {
      assert.equal((await test.call('POST', '', body)).status, 400, JSON.stringify(body));
    }
  });

  it('are at most fifty for an organization', async () => {
    const { id } = await test.make(URL_TAKEN);
    const copied = (await test.database.admin(
      `insert into farol.webhook_endpoints
         (organization_id, url, description, event_types, include_documents, after_number, wrapped_secret)
       select w.organization_id, w.url, 'copy', '{}', false, 0, '' from farol.webhook_endpoints w,
         generate_series(1, 50 - (select count(*) from farol.webhook_endpoints c
           where c.organization_id = 1 and c.removed_at is null)) n
       where w.id = $1 returning id`,
      [id],
    )) as object[];
    assert.ok(copied.length > 0);
    assert.equal((await test.call('POST', '', { url: URL_TAKEN })).status, 409);
    await test.call('DELETE', `/${id}`);
    await test.make(URL_TAKEN);
    await test.database.admin(
      'update farol.webhook_endpoints set removed_at = now() where organization_id = 1',
    );
  });

  it('have a log that is read page by page, and events that are sent once more by id or by time', async () => {
    const { id } = await test.make('http://127.0.0.1:1/nobody');
    const sender = await test.startSender();
    const fromMs = test.clock.nowMs();
    await test.record(1, ['a', 'b', 'c', 'd', 'e']);
    const all = await test.until(
      id,
      (shown) => shown.length === 5 && shown.every(({ tries }) => tries.length > 0),
    );
    await sender.close();
    assert.deepEqual([...new Set(all.map(({ tries }) => tries[0]?.fault))], ['UNREACHABLE']);
    const pages = [];
    for (let position = 0; ;) {
      const { json } = await test.call('GET', `/${id}/deliveries?limit=2&after=${position}`);
      const page = json['deliveries'] as { id: number }[];
      if (page.length === 0) {
        assert.equal(json['next'], position);
        break;
      }
      pages.push(...page.map((delivery) => delivery.id));
      position = Number(json['next']);
    }
    assert.deepEqual(
      pages,
      all.map((delivery) => delivery.id),
    );
    const newest = await test.deliveries(id, '?order=DESC&limit=3');
    const older = await test.deliveries(id, `?order=DESC&after=${newest.at(-1)?.id ?? 0}`);
    assert.deepEqual(
      [...newest, ...older].map((delivery) => delivery.id),
      pages.toReversed(),
    );
    const events = all.map(({ event }) => event.id ?? 0);
    await test.database.admin(
      `update farol.webhook_deliveries set status = case when event_number = $2 then 'DELIVERED' else 'EXHAUSTED' end
       where endpoint_id = $1`,
      [id, events[0]],
    );
    assert.equal((await test.deliveries(id, '?status=EXHAUSTED')).length, 4);
    assert.equal((await test.call('POST', `/${id}/replay`, { eventId: 999_999 })).status, 404);
    const one = await test.call('POST', `/${id}/replay`, { eventId: events[4] });
    assert.deepEqual(one.json, { queued: 1, next: null });
    const from = new Date(fromMs - 1000).toISOString();
    const to = new Date(test.clock.nowMs() + 1000).toISOString();
    const range = (more: object) => test.call('POST', `/${id}/replay`, { from, to, ...more });
    assert.equal((await range({ from: to, to: from })).status, 400);
    assert.equal((await range({ eventId: 1 })).status, 400);
    assert.equal((await test.call('POST', `/${id}/replay`, {})).status, 400);
    assert.equal((await test.call('POST', `/${id}/replay`, { from })).status, 400);
    assert.equal((await range({ from: '2026-99-99T00:00:00Z' })).status, 400);
    assert.deepEqual((await range({ status: 'EXHAUSTED', after: events[1] })).json, {
      queued: 2,
      next: null,
    });
    assert.deepEqual((await range({})).json, { queued: 2, next: null });
    assert.equal((await test.deliveries(id, '?status=PENDING')).length, 5);
    await test.call('DELETE', `/${id}`);
  });

  it('name the documents of radars only where the organization asked for it', async () => {
    const document = '90073055140';
    noteCanary(document);
    const received: string[] = [];
    const poster = {
      post: ({ body }: { body: string }) => {
        received.push(body);
        return Promise.resolve({ status: 200, headers: {} });
      },
      close: () => Promise.resolve(),
    };
    const thin = await test.make(URL_TAKEN);
    const full = await test.make(URL_TAKEN, { includeDocuments: true });
    const [radar] = (await test.database.admin(
      `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id)
       values (1, 1, $1, $1, 'Someone', 'CPF', 1) returning id::integer as id`,
      [document],
    )) as { id: number }[];
    const sender = await test.startSender({ poster });
    await test.database.admin(
      `insert into farol.events (organization_id, type, data) values (1, 'case.new', $1)`,
      [JSON.stringify({ radarIds: [radar?.id], finding: 'case:00000000000000000000' })],
    );
    await eventually(() => received.length === 2, 5000);
    await sender.close();
    const [withoutDocument, withDocument] = received.toSorted((one, other) => one.length - other.length);
    assert.ok(!withoutDocument?.includes(document));
    assert.deepEqual((JSON.parse(withDocument ?? '{}') as { documents?: unknown }).documents, [
      { radarId: radar?.id, type: 'CPF', document },
    ]);
    await test.call('DELETE', `/${thin.id}`);
    await test.call('DELETE', `/${full.id}`);
  });
});

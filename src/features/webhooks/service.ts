// Webhooks as an organization's admins manage them. Everything that makes something is made once for each Idempotency-Key.
import type { AuditAction } from '../../audit-actions.ts';
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { groupCreates } from '../../platform/effects/creates.ts';
import type { IdempotentRequest, KeptAnswer } from '../../platform/effects/idempotency.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { deliveryToWire } from './delivery-schemas.ts';
import * as deliveries from './delivery-store.ts';
import { readEndpointAddress } from './endpoint-address.ts';
import { messageIdOf } from './payload.ts';
import { webhookToWire } from './schemas.ts';
import type { WebhookChange } from './schemas.ts';
import { sealSecret } from './sealed-secret.ts';
import { newSigningSecret, secretToWire } from './signature.ts';
import * as store from './store.ts';

/** Who does it, where, and under which key. */
export type Doing = {
  readonly entry: Pick<Entry, 'organizationId' | 'scope'>;
  readonly actor: string;
  readonly idempotency: IdempotentRequest | null;
};

type Act =
  | { readonly kind: 'create'; readonly fields: store.EndpointFields }
  | { readonly kind: 'rotate'; readonly endpointId: number; readonly keepPreviousHours: number }
  | { readonly kind: 'enable' | 'test'; readonly endpointId: number }
  | { readonly kind: 'replay'; readonly endpointId: number; readonly wanted: deliveries.Replay };
type Wanted = Act & { readonly organizationId: number; readonly actor: string };

export type WebhookService = {
  readAddress(text: string): string;
  act(doing: Doing, act: Act): Promise<string>;
  list(entry: Doing['entry']): Promise<ReturnType<typeof webhookToWire>[]>;
  get(entry: Doing['entry'], endpointId: number): Promise<ReturnType<typeof webhookToWire>>;
  change(
    doing: Omit<Doing, 'idempotency'>,
    endpointId: number,
    change: WebhookChange,
  ): Promise<ReturnType<typeof webhookToWire>>;
  remove(doing: Omit<Doing, 'idempotency'>, endpointId: number): Promise<void>;
  listDeliveries(
    entry: Doing['entry'],
    endpointId: number,
    page: deliveries.DeliveryPage & { isNewestFirst: boolean },
  ): Promise<{ deliveries: ReturnType<typeof deliveryToWire>[]; next: number }>;
};

const MOST_ENDPOINTS = 50;
const MOST_REPLAYED = 1000;
const HOUR_SECONDS = 3600;

function found<Row>(row: Row | null): Row {
  if (row === null) {
    throw new FarolError('NOT_FOUND', { message: 'Webhook not found' });
  }
  return row;
}

function audit(
  tx: Transaction,
  done: { organizationId: number; actor: string; action: AuditAction; endpointId: number | string },
): void {
  const { organizationId, actor, action, endpointId } = done;
  recordAudit(tx, [{ organizationId, actor, action, subject: `webhook ${endpointId}`, documentHash: null }]);
}

async function giveSecret(
  tx: Transaction,
  keyring: Keyring,
  key: store.EndpointKey,
  keepPreviousSeconds: number,
): Promise<object> {
  const secret = newSigningSecret();
  const wrapped = sealSecret(keyring, key, secret);
  const row = found(await store.setSecret(tx, key, { wrapped, keepPreviousSeconds }));
  return { ...webhookToWire(row), secret: secretToWire(secret) };
}

async function create(
  tx: Transaction,
  keyring: Keyring,
  { organizationId, actor, fields }: Wanted & { kind: 'create' },
): Promise<object> {
  const afterNumber = await store.holdCursor(tx, organizationId);
  // Counted behind the cursor, which whoever adds another one waits for.
  if ((await store.countEndpoints(tx, organizationId)) >= MOST_ENDPOINTS) {
    const message = `An organization has at most ${MOST_ENDPOINTS} webhooks`;
    throw new FarolError('CONFLICT', { message });
  }
  const { id } = await store.addEndpoint(tx, { ...fields, organizationId, afterNumber });
  audit(tx, { organizationId, actor, action: 'webhook.create', endpointId: id });
  return giveSecret(tx, keyring, { organizationId, endpointId: Number(id) }, 0);
}

async function enable(tx: Transaction, key: store.EndpointKey): Promise<store.EndpointRow> {
  const row = found(await store.findEndpoint(tx, key));
  return row.status === 'ENABLED' ? row : found(await store.enableEndpoint(tx, key));
}

async function test(tx: Transaction, key: store.EndpointKey): Promise<object> {
  const { status } = found(await store.findEndpoint(tx, key));
  if (status === 'DISABLED') {
    throw new FarolError('CONFLICT', { message: 'The webhook is disabled' });
  }
  const deliveryId = await deliveries.addTest(tx, key);
  const endpointId = String(key.endpointId);
  return {
    deliveryId: Number(deliveryId),
    messageId: messageIdOf({ endpointId, eventNumber: null, deliveryId }),
  };
}

async function replay(tx: Transaction, key: store.EndpointKey, wanted: deliveries.Replay): Promise<object> {
  found(await store.findEndpoint(tx, key));
  if ('eventId' in wanted) {
    if (!(await deliveries.replayEvent(tx, key, wanted.eventId))) {
      throw new FarolError('NOT_FOUND', { message: 'Event not found' });
    }
    return { queued: 1, next: null };
  }
  const numbers = await deliveries.replayRange(tx, key, { ...wanted, atMost: MOST_REPLAYED });
  return {
    queued: numbers.length,
    next: numbers.length === MOST_REPLAYED ? (numbers.at(-1) ?? null) : null,
  };
}

async function perform(tx: Transaction, keyring: Keyring, wanted: Wanted): Promise<object> {
  if (wanted.kind === 'create') {
    return create(tx, keyring, wanted);
  }
  const { organizationId, endpointId, actor, kind } = wanted;
  const key = { organizationId, endpointId };
  audit(tx, { ...key, actor, action: `webhook.${kind}` });
  if (wanted.kind === 'rotate') {
    return giveSecret(tx, keyring, key, wanted.keepPreviousHours * HOUR_SECONDS);
  }
  if (wanted.kind === 'replay') {
    return replay(tx, key, wanted.wanted);
  }
  return wanted.kind === 'test' ? test(tx, key) : webhookToWire(await enable(tx, key));
}

async function applyChange(
  tx: Transaction,
  key: store.EndpointKey,
  { events, status, ...rest }: WebhookChange,
): Promise<store.EndpointRow> {
  const fields = { ...rest, ...(events === undefined ? {} : { eventTypes: events }) };
  const changed = found(await store.changeEndpoint(tx, key, fields));
  if (status === undefined) {
    return changed;
  }
  return status === 'ENABLED' ? enable(tx, key) : found(await store.disableEndpoint(tx, key));
}

export type WebhookParts = { database: Database; keyring: Keyring; mayUseLoopback: boolean };

function groupActs(database: Database, keyring: Keyring): ReturnType<typeof groupCreates<Wanted>> {
  return groupCreates<Wanted>({
    database,
    keyring,
    write: async (tx, accepted) => {
      const answers: KeptAnswer[] = [];
      for (const { input } of accepted) {
        answers.push({ status: 200, body: JSON.stringify(await perform(tx, keyring, input)) });
      }
      return answers;
    },
  });
}

export function createWebhookService({ database, keyring, mayUseLoopback }: WebhookParts): WebhookService {
  const acts = groupActs(database, keyring);
  return {
    readAddress: (text) => {
      const read = readEndpointAddress(text, { mayUseLoopback });
      if ('fault' in read) {
        const details = [{ path: '/url', message: read.fault }];
        throw new FarolError('PARAMETER_INVALID', { message: `/url ${read.fault}`, details });
      }
      return read.url;
    },
    act: async ({ entry: { organizationId, scope }, actor, idempotency }, act) => {
      const input = { ...act, organizationId, actor };
      const { body } = await acts.submit({ scope, request: idempotency, charge: null, input });
      return body;
    },
    list: async ({ organizationId, scope }) => {
      const rows = await database.transaction(scope, (tx) => store.listEndpoints(tx, organizationId));
      return rows.map(webhookToWire);
    },
    get: async ({ organizationId, scope }, endpointId) =>
      webhookToWire(
        found(
          await database.transaction(scope, (tx) => store.findEndpoint(tx, { organizationId, endpointId })),
        ),
      ),
    change: async ({ entry: { organizationId, scope }, actor }, endpointId, change) =>
      database.transaction(scope, async (tx) => {
        const key = { organizationId, endpointId };
        const row = await applyChange(tx, key, change);
        audit(tx, { ...key, actor, action: 'webhook.change' });
        return webhookToWire(row);
      }),
    remove: ({ entry: { organizationId, scope }, actor }, endpointId) =>
      database.transaction(scope, async (tx) => {
        const key = { organizationId, endpointId };
        found((await store.removeEndpoint(tx, key)) ? true : null);
        audit(tx, { ...key, actor, action: 'webhook.remove' });
      }),
    listDeliveries: ({ organizationId, scope }, endpointId, page) =>
      database.transaction(scope, async (tx) => {
        const key = { organizationId, endpointId };
        found(await store.findEndpoint(tx, key));
        const list = page.isNewestFirst ? deliveries.listNewestDeliveries : deliveries.listDeliveries;
        const rows = await list(tx, key, page);
        const shown = rows.map((row) => deliveryToWire(endpointId, row));
        return { deliveries: shown, next: shown.at(-1)?.id ?? page.after };
      }),
  };
}

// The API with a sequencer and a sender beside it, on one clock that the test moves.
import { connect } from '../../src/connect.ts';
import { startSender } from '../../src/features/webhooks/index.ts';
import type { Sender, SenderParts } from '../../src/features/webhooks/index.ts';
import { createKeyring, readKeyFile } from '../../src/platform/crypto/keyring.ts';
import type { Transaction } from '../../src/platform/db/database.ts';
import { NO_SCOPE } from '../../src/platform/db/scope.ts';
import { NO_DELIVERY_FIGURES } from '../../src/platform/outbound/delivery-figures.ts';
import { createPoster } from '../../src/platform/outbound/poster.ts';
import type { PosterOptions } from '../../src/platform/outbound/poster.ts';
import { bearer, logIn } from './api.ts';
import { noteCanary } from './canaries.ts';
import { eventually } from './eventually.ts';
import { startSequencedApi } from './sequenced-api.ts';
import type { SequencedApi } from './sequenced-api.ts';

export type Shown = {
  id: number;
  messageId: string;
  event: { id: number | null; type: string };
  status: string;
  nextTryAt: string | null;
  tries: { at: string; url: string; status: number | null; fault: string | null; durationMs: number }[];
};
export type MadeWebhook = { id: number; secret: string; url: string; status: string };

export type SendingApi = SequencedApi & {
  token: string;
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object): Promise<CallAnswer>;
  /** Until everything that was recorded has its number. */
  numbered(): Promise<void>;
  make(url: string, more?: object): Promise<MadeWebhook>;
  deliveries(webhookId: number, query?: string): Promise<Shown[]>;
  /** Until this holds of the deliveries of a webhook. */
  until(webhookId: number, holds: (shown: Shown[]) => boolean, withinMs?: number): Promise<Shown[]>;
  stopSenders(): Promise<void>;
  /** Under the role of the sender. */
  asSender<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  startSender(parts?: Partial<SenderParts>, poster?: Partial<PosterOptions>): Promise<Sender>;
};
export type CallAnswer = { status: number; body: string; json: Record<string, unknown> };

const LIMITS = { all: 64, perEndpoint: 8 };

/** One without an end: a session would not outlast the days that tests let pass. */
async function makeToken(test: SequencedApi): Promise<string> {
  const made = await test.inject({
    method: 'POST',
    url: '/v1/organization/1/tokens',
    headers: bearer((await logIn(test)).token),
    payload: { name: 'webhooks', role: 'admin' },
  });
  const { token } = made.json<{ token: string }>();
  noteCanary(token);
  return token;
}

type SenderSide = Pick<SendingApi, 'asSender' | 'startSender' | 'stopSenders'>;

function openSenderSide({ config, database: { url }, log, clock }: SequencedApi): SenderSide {
  const around = { config, databaseUrl: url, log, clock };
  const keyring = createKeyring(readKeyFile(config.keyFile));
  const closing: (() => Promise<void>)[] = [];
  return {
    asSender: async (work) => {
      const database = connect(around, 'farol_sender', 'test');
      try {
        return await database.transaction(NO_SCOPE, work);
      } finally {
        await database.close();
      }
    },
    startSender: async (parts = {}, options = {}) => {
      const database = connect(around, 'farol_sender', 'test sender');
      const limits = { connectTimeoutMs: 1000, deadlineMs: 1000, connectionsPerOrigin: 8 };
      const poster = createPoster({ mayUseLoopback: true, ...limits, ...options });
      const given = { database, databaseUrl: url, keyring, clock, log, poster, limits: LIMITS };
      const sender = await startSender({ ...given, figures: NO_DELIVERY_FIGURES, ...parts });
      let closed: Promise<void> | undefined;
      const close = (): Promise<void> => {
        closed ??= (async () => {
          await sender.close();
          await poster.close();
          await database.close();
        })();
        return closed;
      };
      closing.push(close);
      return { close };
    },
    stopSenders: async () => {
      await Promise.all(closing.splice(0).map((close) => close()));
    },
  };
}

type Calls = Pick<SendingApi, 'call' | 'make' | 'deliveries' | 'until' | 'numbered'>;

function openCalls(test: SequencedApi, token: string): Calls {
  const call: SendingApi['call'] = async (method, path, payload) => {
    const url = `/v1/organization/1/webhooks${path}`;
    const given = payload === undefined ? {} : { payload };
    const response = await test.inject({ method, url, headers: bearer(token), ...given });
    const json = response.json<Record<string, unknown>>();
    return { status: response.statusCode, body: response.body, json };
  };
  const deliveries: SendingApi['deliveries'] = async (webhookId, query = '') => {
    const { json } = await call('GET', `/${webhookId}/deliveries${query}`);
    return json['deliveries'] as Shown[];
  };
  const numbered = async (): Promise<void> => {
    await eventually(async () => {
      const rows = await test.database.admin('select from farol.events where number is null limit 1');
      return rows.length === 0;
    }, 5000);
  };
  return {
    call,
    deliveries,
    numbered,
    make: async (url, more = {}) => {
      // What other tests left is numbered first, so that it is from before.
      await numbered();
      const { status, body, json } = await call('POST', '', { url, ...more });
      if (status !== 200) throw new Error(body);
      noteCanary(String(json['secret']));
      return json as MadeWebhook;
    },
    until: async (webhookId, holds, withinMs = 5000) => {
      let shown: Shown[] = [];
      await eventually(async () => {
        shown = await deliveries(webhookId, '?limit=500');
        return holds(shown);
      }, withinMs).catch((error: unknown) => {
        throw new Error(`${(error as Error).message}: ${JSON.stringify(shown).slice(0, 2000)}`);
      });
      return shown;
    },
  };
}

export async function startSendingApi(): Promise<SendingApi> {
  const test = await startSequencedApi({ FAROL_WEBHOOK_LOOPBACK: 'on' });
  const token = await makeToken(test);
  const senders = openSenderSide(test);
  return {
    ...test,
    ...openCalls(test, token),
    ...senders,
    token,
    close: async () => {
      await senders.stopSenders();
      await test.close();
    },
  };
}

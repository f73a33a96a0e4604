// Twenty receivers: some well, and one of every bad kind. They live in this process and outlive every sender.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../../support/certificate.ts';
import { answer, startReceiver } from '../../support/webhook-receiver.ts';
import type { Manner, Receiver } from '../../support/webhook-receiver.ts';

/** What share of the events a receiver asks for: those that cost a deadline at every try get few. */
export type Share = 'all' | 'some' | 'few';
export type Played = {
  kind: string;
  share: Share;
  /** What becomes of events while it behaves as it does. */
  fate: 'delivered' | 'exhausted' | 'waiting';
  receiver: Receiver;
  /** What it answered to a message well. */
  accepted: Map<string, number>;
};
export type Cast = {
  played: Played[];
  /** Connections to where redirects lead. */
  astray(): number;
  close(): Promise<void>;
};

const HANG_MS = 30_000;
const CHUNK = Buffer.alloc(65_536);

function sendLong(response: ServerResponse, status: number): void {
  response.writeHead(status);
  const write = (left: number): void => {
    if (left === 0) {
      response.end();
    } else if (!response.destroyed) {
      response.write(CHUNK, () => write(left - 1));
    }
  };
  write(160);
}

/** The first tries of each message by `first`, later ones by `then`. */
function atFirst(times: number, first: Manner, then: Manner): Manner {
  const seen = new Map<string, number>();
  return (request, response, receipt) => {
    const count = (seen.get(receipt.id) ?? 0) + 1;
    seen.set(receipt.id, count);
    (count <= times ? first : then)(request, response, receipt);
  };
}

const hang: Manner = (_request, response) => {
  setTimeout(() => response.destroy(), HANG_MS).unref();
};
const reset: Manner = (request) => {
  request.socket.resetAndDestroy();
};
const nonsense: Manner = (request) => {
  request.socket.end('no HTTP at all\r\n\r\n');
};

type Kind = [kind: string, share: Share, fate: Played['fate'], manner: Manner];

function kindsOf(astrayPort: number): Kind[] {
  const elsewhere = { location: `http://127.0.0.1:${astrayPort}/` };
  const ok = answer(200);
  return [
    ...Array.from({ length: 5 }, (_, index): Kind => [`well ${index + 1}`, 'all', 'delivered', ok]),
    ['no content', 'all', 'delivered', answer(204)],
    ['500', 'some', 'exhausted', answer(500)],
    ['500 at first', 'some', 'delivered', atFirst(3, answer(500), ok)],
    ['hangs', 'few', 'exhausted', hang],
    ['hangs at first', 'few', 'delivered', atFirst(1, hang, ok)],
    ['resets', 'some', 'exhausted', reset],
    ['resets at first', 'some', 'delivered', atFirst(2, reset, ok)],
    ['301', 'some', 'exhausted', answer(301, elsewhere)],
    ['307', 'some', 'exhausted', answer(307, elsewhere)],
    ['410', 'some', 'waiting', answer(410)],
    ['429 at first', 'some', 'delivered', atFirst(1, answer(429, { 'retry-after': '600' }), ok)],
    ['10 MB', 'some', 'delivered', (_request, response) => sendLong(response, 200)],
    ['10 MB of 500', 'few', 'exhausted', (_request, response) => sendLong(response, 500)],
    ['nonsense', 'some', 'exhausted', nonsense],
  ];
}

async function listenAstray(): Promise<{ port: number; seen(): number; close(): Promise<void> }> {
  let seen = 0;
  const server = createServer((socket) => {
    seen += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen: () => seen,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

function noteAccepted(manner: Manner, accepted: Map<string, number>): Manner {
  return (request, response, receipt) => {
    const { writeHead } = response;
    response.writeHead = ((...given: Parameters<typeof writeHead>) => {
      if (given[0] < 300) accepted.set(receipt.id, (accepted.get(receipt.id) ?? 0) + 1);
      return writeHead.apply(response, given);
    }) as typeof writeHead;
    manner(request, response, receipt);
  };
}

/** From now on it takes everything. */
export function mend({ receiver, accepted }: Played): void {
  receiver.behave(noteAccepted(answer(200), accepted));
}

export async function openCast(): Promise<Cast> {
  const astray = await listenAstray();
  const played: Played[] = [];
  for (const [kind, share, fate, manner] of kindsOf(astray.port)) {
    const accepted = new Map<string, number>();
    played.push({
      kind,
      share,
      fate,
      accepted,
      receiver: await startReceiver(noteAccepted(manner, accepted)),
    });
  }
  const accepted = new Map<string, number>();
  const distrusted = await startReceiver(noteAccepted(answer(200), accepted), makeCertificate());
  played.push({ kind: 'certificate', share: 'some', fate: 'exhausted', receiver: distrusted, accepted });
  return {
    played,
    astray: astray.seen,
    close: async () => {
      await Promise.all(played.map(({ receiver }) => receiver.close()));
      await astray.close();
    },
  };
}

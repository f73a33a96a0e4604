// A receiver of webhooks on this machine, well or badly behaved.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type Receipt = {
  id: string;
  timestamp: number;
  headers: Record<string, string>;
  body: string;
  atMs: number;
};
/** Answers, or does not. */
export type Manner = (request: IncomingMessage, response: ServerResponse, receipt: Receipt) => void;
export type Receiver = {
  url: string;
  /** Everything that was sent here, whatever it was answered. */
  receipts: Receipt[];
  /** Open connections that were ever made. */
  connections(): number;
  behave(manner: Manner): void;
  close(): Promise<void>;
};

export const answer =
  (status: number, headers: Record<string, string> = {}): Manner =>
  (_request, response) => {
    response.writeHead(status, headers).end();
  };

function readReceipt(request: IncomingMessage, body: string): Receipt {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    id: headers['webhook-id'] ?? '',
    timestamp: Number(headers['webhook-timestamp']),
    headers,
    body,
    atMs: performance.now(),
  };
}

export async function startReceiver(
  manner: Manner = answer(200),
  tls?: { certificate: string; key: string },
): Promise<Receiver> {
  let behaviour = manner;
  let connections = 0;
  const receipts: Receipt[] = [];
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => undefined);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const receipt = readReceipt(request, Buffer.concat(chunks).toString());
      receipts.push(receipt);
      behaviour(request, response, receipt);
    });
  };
  const server =
    tls === undefined
      ? createServer(receive)
      : createSecureServer({ cert: tls.certificate, key: tls.key }, receive);
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hook`,
    receipts,
    connections: () => connections,
    behave: (next) => {
      behaviour = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

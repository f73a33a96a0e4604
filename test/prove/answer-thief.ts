// A proxy that hands requests on and, when told to, steals the answer: the other side has done its work, and whoever
// asked sees only a broken connection.
import { connect, createServer } from 'node:net';
import type { AddressInfo, NetConnectOpts, Socket } from 'node:net';

export type AnswerThief = {
  readonly port: number;
  /** Resolves when the answer to the next request that is worth it was stolen. */
  steal(): Promise<void>;
  close(): Promise<void>;
};

export type ThiefOptions = {
  to: () => NetConnectOpts;
  isWorthIt: (request: Buffer) => boolean;
};

/** The simple query `commit` as the driver sends it. */
const COMMIT = Buffer.from([0x51, 0, 0, 0, 11, ...Buffer.from('commit'), 0]);

export function isCommit(request: Buffer): boolean {
  return request.includes(COMMIT);
}

/** The address of the same database through a thief on this port. */
export function urlThrough(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  url.host = `127.0.0.1:${port}`;
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  return url.toString();
}

export async function startAnswerThief({ to, isWorthIt }: ThiefOptions): Promise<AnswerThief> {
  const sockets = new Set<Socket>();
  const orders: (() => void)[] = [];
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer({ noDelay: true }, (inside) => {
    const outside = track(connect({ ...to(), noDelay: true } as NetConnectOpts));
    track(inside);
    let stolen: (() => void) | null = null;
    inside.on('data', (chunk) => {
      const bytes = Buffer.from(chunk);
      if (stolen === null && orders.length > 0 && isWorthIt(bytes)) {
        stolen = orders.shift() ?? null;
      }
      outside.write(bytes);
    });
    outside.on('data', (chunk) => {
      if (stolen === null) {
        inside.write(chunk);
        return;
      }
      // The answer is here, so the work is done; nobody will hear of it.
      inside.resetAndDestroy();
      outside.destroy();
    });
    inside.on('close', () => outside.destroy());
    outside.on('close', () => {
      inside.destroy();
      stolen?.();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    steal: () =>
      new Promise((resolve) => {
        orders.push(resolve);
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

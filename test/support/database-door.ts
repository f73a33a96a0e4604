// A door between the program and its database that a test can shut: open connections break and new ones are refused.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { TestDatabase } from './database.ts';

export type DatabaseDoor = {
  database: TestDatabase;
  shut(): void;
  /** Takes connections and never answers, as a machine does that has lost its power. */
  hang(): void;
  open(): void;
  close(): Promise<void>;
};

function addressOf(url: string): { path: string } | { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(url.replace('@/', '@localhost/'));
  const folder = searchParams.get('host');
  const number = Number(searchParams.get('port') ?? (port === '' ? '5432' : port));
  return folder?.startsWith('/') === true
    ? { path: `${folder}/.s.PGSQL.${number}` }
    : { host: folder ?? hostname, port: number };
}

function urlThrough(url: string, port: number): string {
  const through = new URL(url.replace('@/', '@localhost/'));
  through.host = `127.0.0.1:${port}`;
  through.searchParams.delete('host');
  through.searchParams.delete('port');
  return through.toString();
}

export async function createDatabaseDoor(behind: TestDatabase): Promise<DatabaseDoor> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'shut' | 'hanging' = 'open';
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((inside) => {
    track(inside);
    if (state === 'shut') {
      inside.resetAndDestroy();
    } else if (state === 'open') {
      const outside = track(connect(addressOf(behind.url)));
      inside.pipe(outside).pipe(inside);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const drop = (): void => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    database: { ...behind, url: urlThrough(behind.url, (server.address() as AddressInfo).port) },
    shut: () => {
      state = 'shut';
      drop();
    },
    hang: () => {
      state = 'hanging';
      drop();
    },
    open: () => {
      state = 'open';
      drop();
    },
    close: async () => {
      drop();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

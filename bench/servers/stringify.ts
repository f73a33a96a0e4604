// What a list costs at least: node:http that holds the values in memory, serialises them for every request and sends the
// text. The answer's file is the only argument.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';

const values: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

const server = createServer((_request, response) => {
  const text = JSON.stringify(values);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  };
  response.writeHead(200, headers).end(text);
});
endWithParent(() => Promise.resolve());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
reportReady({ port: (server.address() as AddressInfo).port });

// The ceiling of the machine: node:http with a constant answer. The answer's file is the only argument.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';

const answer = readFileSync(process.argv[2] ?? '');
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': answer.length };

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(answer);
});
endWithParent(() => Promise.resolve());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
reportReady({ port: (server.address() as AddressInfo).port });

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fastify from 'fastify';
import { createLog } from '../log.ts';
import type { Entry } from './caller.ts';
import { liveRequests } from './request-life.ts';

type Line = Record<string, unknown>;

/** The lines of one request to an app that knows who calls it, or does not. */
async function linesOf(level: string, request: { method: 'GET' | 'POST'; url: string; known: boolean }) {
  const lines: Line[] = [];
  const log = createLog({ level, process: 'api' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const app = fastify();
  const place = { leave: () => undefined, requireFree: () => undefined };
  const shedding = { take: () => place, close: () => undefined };
  liveRequests(app, { log, observe: () => undefined, shedding, headers: {} });
  app.addHook('onRequest', (each, _reply, done) => {
    if (request.known) {
      Object.assign(each, { caller: { key: 'session 7' }, entry: { organizationId: 3 } as Entry });
    }
    done();
  });
  const handler = (): string => 'taken';
  for (const method of ['GET', 'POST'] as const)
    app.route({ method, url: '/v1/cnh/:document(^\\d+$)', handler });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const { method, url } = request;
  assert.equal(await (await fetch(`${origin}${url}`, { method })).text(), 'taken');
  await app.close();
  return lines;
}

describe('the line of a request', () => {
  const url = '/v1/cnh/52998224725';

  it('says what was asked, by its pattern, what came of it, and for whom', async () => {
    const [line, ...more] = await linesOf('info', { method: 'POST', url, known: true });
    const { time, ms, pid, requestId, ...said } = line ?? {};
    assert.deepEqual(said, {
      level: 'info',
      process: 'api',
      method: 'POST',
      route: '/v1/cnh/:document(^\\d+$)',
      status: 200,
      caller: 'session 7',
      organizationId: 3,
      msg: 'request',
    });
    assert.equal(typeof ms, 'number');
    assert.equal(typeof requestId, 'string');
    assert.deepEqual([pid, more], [process.pid, []]);
    assert.ok(Date.parse(String(time)) > 0);
    assert.ok(!JSON.stringify(line).includes('52998224725'));
  });

  it('leaves out who it was when nobody is known', async () => {
    const [line] = await linesOf('info', { method: 'POST', url, known: false });
    assert.ok(line !== undefined && !('caller' in line) && !('organizationId' in line));
  });

  it('is written for reads only where faults are looked for', async () => {
    assert.deepEqual(await linesOf('info', { method: 'GET', url, known: true }), []);
    const [line] = await linesOf('debug', { method: 'GET', url, known: true });
    assert.equal(line?.['level'], 'debug');
  });
});

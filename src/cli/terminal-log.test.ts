import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLog } from '../platform/log.ts';
import { formatForPeople } from './terminal-log.ts';

it('shows a line of the log for people, on one line', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', process: 'api' }, { write: (line) => void lines.push(line) });
  log.info({ requestId: 'abc', method: 'POST', route: '/v1/login', status: 200, ms: 312.4 }, 'request');
  log.warn({ text: 'a\nb' }, 'odd');
  const [request = '', odd = ''] = lines.map(formatForPeople);
  assert.match(
    request,
    /^\d\d:\d\d:\d\d api    request  method=POST route=\/v1\/login status=200 ms=312\.4\n$/,
  );
  assert.match(odd, /^\d\d:\d\d:\d\d api    warn: odd  text=a\\nb\n$/);
});

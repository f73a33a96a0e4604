import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWrkOutput } from './wrk-output.ts';

function printed(changes: { p50?: string; p99?: string; requests?: string; extra?: string } = {}): string {
  const { p50 = '3.37ms', p99 = '102.13ms', requests = '18084', extra = '' } = changes;
  return `Running 1s test @ http://127.0.0.1:18999/
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     6.97ms   16.36ms 170.77ms   95.32%
    Req/Sec    16.54k     4.07k   20.04k    81.82%
  Latency Distribution
     50%    ${p50}
     75%    3.88ms
     90%    5.76ms
     99%  ${p99}
  ${requests} requests in 1.10s, 2.47MB read
${extra}Requests/sec:  16390.92
Transfer/sec:      2.24MB
`;
}

test('reads the figures of a clean run', () => {
  assert.deepEqual(parseWrkOutput(printed()), {
    requests: 18_084,
    requestsPerSecond: 16_390.92,
    p50Ms: 3.37,
    p99Ms: 102.13,
    faults: [],
  });
});

test('reads latencies in every unit that wrk chooses', () => {
  const { p50Ms, p99Ms } = parseWrkOutput(printed({ p50: '850.00us', p99: '1.25s' }));
  assert.deepEqual([p50Ms, p99Ms], [0.85, 1250]);
});

test('tells of answers that were refused', () => {
  const { faults } = parseWrkOutput(printed({ extra: '  Non-2xx or 3xx responses: 1897\n' }));
  assert.deepEqual(faults, ['1897 answers were not 2xx']);
});

test('tells of connections that broke', () => {
  const extra = '  Socket errors: connect 0, read 355, write 0, timeout 0\n';
  assert.deepEqual(parseWrkOutput(printed({ extra })).faults, [
    'socket errors: connect 0, read 355, write 0, timeout 0',
  ]);
});

test('a run without any answer is a fault', () => {
  assert.deepEqual(parseWrkOutput(printed({ requests: '0' })).faults, ['no request was answered']);
});

test('refuses output that holds no figures', () => {
  assert.throws(() => parseWrkOutput('unable to connect to 127.0.0.1:9 Connection refused'), /did not print/);
  assert.throws(() => parseWrkOutput(printed({ p99: 'nan' })), /99 % latency/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLicenceApi } from '../../../test/support/licences.ts';
import { localDate } from '../../documents/local-date.ts';

const MOST_CPU_MS = 10;

test('the first licence does not wait for the time zones to be read: the worker has read them', async (t) => {
  const api = await startLicenceApi();
  try {
    await api.startWorker();
    const started = process.cpuUsage();
    localDate(api.clock.nowMs());
    const { user, system } = process.cpuUsage(started);
    const cpuMs = (user + system) / 1000;
    t.diagnostic(`${cpuMs.toFixed(2)} ms of CPU`);
    assert.ok(cpuMs < MOST_CPU_MS, `${cpuMs} ms`);
  } finally {
    await api.close();
  }
});

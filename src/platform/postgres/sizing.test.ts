import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIXED_SETTINGS, sizeSettings } from './sizing.ts';

const GIB = 1024 ** 3;

test('gives an eighth of the memory to shared buffers and half to the cache estimate', () => {
  const settings = sizeSettings({ memoryBytes: 16 * GIB, cores: 8 });
  assert.equal(settings['shared_buffers'], '2048MB');
  assert.equal(settings['effective_cache_size'], '8192MB');
  assert.equal(settings['max_parallel_workers_per_gather'], '4');
  assert.equal(settings['work_mem'], '16MB');
});

test('keeps shared buffers between 128 MB and 4 GB', () => {
  assert.equal(sizeSettings({ memoryBytes: GIB / 2, cores: 1 })['shared_buffers'], '128MB');
  assert.equal(sizeSettings({ memoryBytes: 512 * GIB, cores: 64 })['shared_buffers'], '4096MB');
});

test('bounds the write-ahead log on small and large machines', () => {
  assert.equal(sizeSettings({ memoryBytes: GIB, cores: 1 })['max_wal_size'], '1024MB');
  assert.equal(sizeSettings({ memoryBytes: 512 * GIB, cores: 64 })['max_wal_size'], '4096MB');
});

test('a machine with one core still gets a parallel worker and whole numbers everywhere', () => {
  const settings = sizeSettings({ memoryBytes: 1_234_567_890, cores: 1 });
  assert.equal(settings['max_parallel_workers_per_gather'], '1');
  for (const [name, value] of Object.entries(settings)) {
    assert.match(value, /^(\d+(MB)?|0\.9|1\.1|off)$/, name);
  }
});

test('durability is never traded for speed', () => {
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    assert.equal(FIXED_SETTINGS[name], 'on');
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { getConstructionPlans } from 'pg-boss';
import { migrationsDir } from '../../../test/support/database.ts';

const ENVELOPE = /^\s*(BEGIN;|COMMIT;|SET LOCAL .*;|SELECT pg_advisory_xact_lock\(.*)\s*$/;

function lines(sql: string): string[] {
  return sql
    .split('\n')
    .filter((line) => !ENVELOPE.test(line))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

test('the schema of the queue is the one that the installed pg-boss expects', () => {
  const migration = readFileSync(join(migrationsDir, '0008_jobs.sql'), 'utf8');
  const [, given = ''] = /^-- -+ pg-boss\n(.*)^-- -+ pg-boss end\n/ms.exec(migration) ?? [];
  assert.deepEqual(lines(given), lines(getConstructionPlans('pgboss')));
});

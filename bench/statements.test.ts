import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStatements } from './statements.ts';

const metrics = `# HELP farol_database_total Statements, transactions and destroyed connections
# TYPE farol_database_total counter
farol_database_total{kind="transactions"} 7
farol_database_total{kind="statements"} 4711
farol_database_total{kind="destroyedClients"} 0
`;

test('reads the statements among the other figures', () => {
  assert.equal(parseStatements(metrics), 4711);
});

test('figures without statements are refused rather than read as none', () => {
  assert.throws(() => parseStatements(metrics.replace('"statements"', '"queries"')), /statements/);
});

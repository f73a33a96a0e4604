import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DatabaseError } from 'pg';
import { toImportFault } from './failure.ts';
import { ImportFault } from './fault.ts';

function databaseError(code: string): DatabaseError {
  return Object.assign(new DatabaseError('duplicate key (name)=(Fulano)', 0, 'error'), { code });
}

describe('what went wrong around an import', () => {
  for (const [error, sentence] of [
    [databaseError('53100'), /^The disk of the database is full\. .*goes on where it stopped/],
    [databaseError('57P01'), /^The database was stopped/],
    [databaseError('42501'), /FAROL_MIGRATION_URL/],
    [databaseError('42P01'), /npx farol migrate/],
    [databaseError('XX000'), /\(XX000\)/],
    [new Error('Connection terminated unexpectedly'), /^The connection to the database was lost/],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), /cannot be reached/],
    [Object.assign(new Error('write'), { code: 'ENOSPC' }), /^The disk is full/],
    [new Error('odd'), /odd/],
  ] as const) {
    it(`is told as ${String(sentence)}`, () => {
      const fault = toImportFault(error);
      assert.equal(fault.kind, 'failed');
      assert.match(fault.message, sentence);
      assert.doesNotMatch(fault.message, /Fulano/);
    });
  }

  it('stays what it is when it is told already', () => {
    const fault = new ImportFault('refused', 'x');
    assert.equal(toImportFault(fault), fault);
  });
});

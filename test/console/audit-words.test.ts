import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AUDIT_ACTIONS } from '../../src/audit-actions.ts';

type Describe = { describeAction(language: 'pt-BR' | 'en', action: string): string };

/** Nobody may import the console; this one looks whether it knows what the server says. */
const WORDS = '../../console/src/features/audit/action-texts.ts';

const { describeAction } = (await import(WORDS)) as Describe;

describe('the words of the audit trail', () => {
  it('are there for every action that the server can put on record, in both languages', () => {
    assert.ok(AUDIT_ACTIONS.includes('batch.create') && AUDIT_ACTIONS.includes('cnh.read.none'));
    const unsaid = AUDIT_ACTIONS.filter((action) =>
      [describeAction('pt-BR', action), describeAction('en', action)].some((said) => said.includes(action)),
    );
    assert.deepEqual(unsaid, []);
  });
  it('say by themselves what was done: no two actions are told alike', () => {
    for (const language of ['pt-BR', 'en'] as const) {
      const said = AUDIT_ACTIONS.map((action) => describeAction(language, action));
      assert.equal(new Set(said).size, AUDIT_ACTIONS.length, language);
    }
  });
  it('are as stored where an earlier version had others', () => {
    assert.equal(describeAction('pt-BR', 'something.else'), 'something.else');
  });
});

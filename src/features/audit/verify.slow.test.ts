import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openEditedAudit } from './fixtures/edited-audit.ts';
import type { EditedAudit } from './fixtures/edited-audit.ts';
import { chooseEdits, createDice } from './fixtures/superuser-edits.ts';

const EDITS = 1000;

describe('verifying the audit, at length', () => {
  let audit: EditedAudit;
  before(async () => {
    audit = await openEditedAudit();
  });
  after(() => audit.close());

  it('finds a thousand edits of a superuser and names each by its number', async () => {
    const seed = randomInt(2 ** 31);
    for (const edit of chooseEdits(EDITS, createDice(seed))) {
      assert.deepEqual(
        await audit.tryEdit(edit),
        edit.expected,
        `seed ${seed}, ${edit.name}: ${edit.sql.join('; ')}`,
      );
    }
    assert.deepEqual(await audit.verify(), []);
  });
});

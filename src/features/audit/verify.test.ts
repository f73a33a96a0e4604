import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditChain } from '../../platform/sequencer/audit-chain.ts';
import { openSequencedDatabase } from '../../platform/sequencer/fixtures/sequenced-database.ts';
import { runRound } from '../../platform/sequencer/round.ts';
import { openEditedAudit } from './fixtures/edited-audit.ts';
import type { EditedAudit } from './fixtures/edited-audit.ts';
import { chooseEdits, createDice } from './fixtures/superuser-edits.ts';
import { verifyAudit } from './verify.ts';

const EDITS = 200;
const SEED = 20_261_101;

describe('verifying the audit', () => {
  let audit: EditedAudit;
  before(async () => {
    audit = await openEditedAudit();
  });
  after(() => audit.close());

  it('finds nothing where nothing was touched', async () => {
    assert.deepEqual(await audit.verify(), []);
  });

  it('finds every edit of a superuser and names it by its number', async () => {
    for (const edit of chooseEdits(EDITS, createDice(SEED))) {
      assert.deepEqual(await audit.tryEdit(edit), edit.expected, `${edit.name}: ${edit.sql.join('; ')}`);
    }
    assert.deepEqual(await audit.verify(), [], 'put back as it was');
  });

  it('finds several edits at once, each for itself', async () => {
    const sql = [
      'delete from farol.audit_records where organization_id = 1 and number = 5',
      `update farol.audit_records set actor = 'x' where organization_id = 1 and number = 6`,
      `update farol.audit_records set chain_hash = set_bit(chain_hash, 300, 1 - get_bit(chain_hash, 300))
       where organization_id = 1 and number in (20, 21)`,
      'delete from farol.audit_records where organization_id = 1 and number > 38',
      `update farol.audit_records set at = now() where organization_id = 2 and number = 1`,
    ];
    assert.deepEqual(await audit.tryEdit({ name: 'several', sql, expected: [] }), [
      '1 5 missing',
      '1 6 altered',
      '1 20 unlinked',
      '1 21 unlinked',
      '1 39-40 missing',
      '2 1 altered',
    ]);
  });

  it('can begin further on, where it judges every row but the first by what stands before it', async () => {
    const verify = async (): Promise<string[]> => {
      const parts = { database: audit.operator, chain: audit.chain, from: 30 };
      const { findings, rows } = await verifyAudit(parts, 1);
      assert.equal(rows, 11);
      return findings.map(({ kind, number }) => `${number} ${kind}`);
    };
    assert.deepEqual(await verify(), []);
    const change = (number: number, actor: string): Promise<unknown> =>
      audit.database.admin(
        `update farol.audit_records set actor = $2 where organization_id = 1 and number = $1`,
        [number, actor],
      );
    const [kept] = (await audit.database.admin(
      `select actor from farol.audit_records where organization_id = 1 and number = 35`,
    )) as { actor: string }[];
    await change(35, 'x');
    assert.deepEqual(await verify(), ['35 altered']);
    await change(35, kept?.actor ?? '');
  });

  it('cannot be answered with another key file', async () => {
    const foreign = await openSequencedDatabase();
    const { findings } = await verifyAudit({ database: audit.operator, chain: foreign.chain }, 2);
    await foreign.close();
    assert.equal(findings.length, 25);
  });

  it('walks over many pages, and beside a sequencer that goes on', async () => {
    await audit.addAudit(3, 2500);
    await runRound(audit.sequencing, audit.chain);
    const running = verifyAudit({ database: audit.operator, chain: audit.chain }, 3);
    await runRound(audit.sequencing, audit.chain);
    await runRound(audit.sequencing, audit.chain);
    assert.deepEqual((await running).findings, []);
    const whole = await verifyAudit({ database: audit.operator, chain: audit.chain }, 3);
    assert.deepEqual(
      [whole.rows, whole.unnumbered, whole.head.number, whole.findings.length],
      [2500, 0, 2500, 0],
    );
    await audit.addAudit(3, 2);
    assert.equal((await verifyAudit({ database: audit.operator, chain: audit.chain }, 3)).unnumbered, 2);
  });
});

describe('a row of another past', () => {
  /**
   * Cuts off the newest row together with the head, lets others be numbered in its place, and puts it back: every row
   * is genuine by itself, and only what follows what gives it away.
   */
  async function bringBack(chainOf: (chain: AuditChain) => AuditChain): Promise<string[]> {
    const test = await openSequencedDatabase();
    const chain = chainOf(test.chain);
    const add = async (count: number): Promise<void> => {
      await test.addAudit(1, count);
      await runRound(test.sequencing, chain);
    };
    await add(4);
    await test.database.admin('create table farol.kept_heads as select * from farol.sequence_heads');
    await add(1);
    await test.database.admin(
      'create table farol.kept_row as select * from farol.audit_records where number = 5',
    );
    await test.database.admin('delete from farol.audit_records where number = 5');
    await test.database.admin(
      `update farol.sequence_heads h set audit_number = k.audit_number, audit_hash = k.audit_hash from farol.kept_heads k
       where k.organization_id = h.organization_id`,
    );
    await add(3);
    await test.database.admin('delete from farol.audit_records where number = 5');
    await test.database.admin(
      'insert into farol.audit_records overriding system value select * from farol.kept_row',
    );
    const { findings } = await verifyAudit({ database: test.operator, chain }, 1);
    await test.close();
    return findings.map(({ number, kind }) => `${number} ${kind}`);
  }

  it('is found by the row that does not follow it', async () => {
    assert.deepEqual(await bringBack((chain) => chain), ['6 unlinked']);
  });

  it('goes unseen in a chain that leaves out the previous hash, so the chain is what finds it', async () => {
    const planted = (chain: AuditChain): AuditChain => ({
      ...chain,
      link: (_previous, seal) => chain.link(Buffer.alloc(0), seal),
    });
    assert.deepEqual(await bringBack(planted), []);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withClient } from '../../../test/support/database.ts';
import { eventually } from '../../../test/support/eventually.ts';
import type { Database } from '../db/database.ts';
import { NO_SCOPE } from '../db/scope.ts';
import { openSequencedDatabase, openWriter, silent } from './fixtures/sequenced-database.ts';
import type { SequencedDatabase } from './fixtures/sequenced-database.ts';
import { runRound } from './round.ts';
import { createSequencer, startSequencer } from './sequencer.ts';
import { tellFollowers } from './store.ts';

type Seen = { number: number; name: string };

/** Reads what is numbered behind the last number it saw, and remembers both: what a consumer of the feed does. */
function follow(read: (after: number) => Promise<Seen[]>): { seen: Seen[]; look(): Promise<void> } {
  const seen: Seen[] = [];
  return {
    seen,
    look: async () => {
      seen.push(...(await read(seen.at(-1)?.number ?? 0)));
    },
  };
}

describe('sequencer', () => {
  let test: SequencedDatabase;
  before(async () => {
    test = await openSequencedDatabase();
  });
  after(() => test.close());

  const round = (database: Database = test.sequencing) => runRound(database, test.chain);

  async function commitOutOfOrder(look: () => Promise<void>): Promise<{ early: string; late: string }> {
    const [first, second] = await Promise.all([
      openWriter(test.database.url, 1),
      openWriter(test.database.url, 1),
    ]);
    const [early, late] = ['committed first', 'committed late'].map(
      (name) => `${name} ${Math.trunc(performance.now())}`,
    ) as [string, string];
    const lowRowId = await first.add(late);
    const highRowId = await second.add(early);
    assert.ok(lowRowId < highRowId);
    await second.commit();
    await round();
    await look();
    await first.commit();
    await round();
    await look();
    await Promise.all([first.end(), second.end()]);
    return { early, late };
  }

  it('numbers in the order of commits, so that a follower sees what committed late', async () => {
    const follower = follow(async (behind) =>
      (await test.numbered(1)).filter(({ number }) => number > behind),
    );
    const { early, late } = await commitOutOfOrder(follower.look);
    assert.deepEqual(
      follower.seen.map(({ name }) => name),
      [early, late],
    );
    assert.deepEqual(
      follower.seen.map(({ number }) => number),
      [1, 2],
    );
  });

  it('is needed: a follower of the identity misses what committed late', async () => {
    const follower = follow(async (behind) => {
      const rows = await test.database.admin(
        `select row_id::int as number, data ->> 'name' as name from farol.events where row_id > $1 order by row_id`,
        [behind],
      );
      return rows as Seen[];
    });
    await follower.look();
    const { early, late } = await commitOutOfOrder(follower.look);
    const names = new Set(follower.seen.map(({ name }) => name));
    assert.ok(names.has(early));
    assert.ok(!names.has(late), 'the planted bug must show');
  });

  it('numbers each organization by itself, without a gap, in the order of writing', async () => {
    await test.addEvents(2, 3);
    await test.addEvents(3, 2);
    await test.addEvents(2, 2);
    await round();
    const second = await test.numbered(2);
    assert.deepEqual(
      second.map(({ number }) => number),
      [1, 2, 3, 4, 5],
    );
    const order = second.map(({ name }) => Number(name.split(' ')[1]));
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
    assert.equal((await test.numbered(3)).length, 2);
  });

  it('takes a thousand rows of each kind a round, and tells that there may be more', async () => {
    await test.addEvents(1, 1500);
    await test.addAudit(1, 1200);
    const { hadTurn, ...first } = await round();
    assert.equal(hadTurn, true);
    assert.deepEqual(first, { events: 1000, auditRows: 1000, isFull: true });
    assert.deepEqual(await round(), { hadTurn: true, events: 500, auditRows: 200, isFull: false });
    const [head] = await test.database.admin(
      `select (select max(number) = h.audit_number from farol.audit_records where organization_id = 1) as audit,
         (select max(number) = h.event_number and count(*) = h.event_number from farol.events where organization_id = 1)
           as events,
         (select right(encode(chain_hash, 'hex'), 64) = encode(h.audit_hash, 'hex') from farol.audit_records
           where organization_id = 1 and number = h.audit_number) as hash
       from farol.sequence_heads h where organization_id = 1`,
    );
    assert.deepEqual(head, { audit: true, events: true, hash: true });
  });

  it('goes on behind the highest number when its head is lost', async () => {
    const last = (await test.numbered(3)).at(-1)?.number ?? 0;
    await test.database.admin('delete from farol.sequence_heads where organization_id = 3');
    await test.addEvents(3, 1);
    await round();
    assert.equal((await test.numbered(3)).at(-1)?.number, last + 1);
  });

  it('leaves nothing half when it is killed in the middle', async () => {
    await test.addEvents(2, 50);
    await test.addAudit(2, 50);
    const state = (): Promise<unknown[]> =>
      test.database.admin(
        `select (select array_agg(number order by row_id) from farol.events where organization_id = 2) as events,
           (select array_agg(number order by row_id) from farol.audit_records where organization_id = 2) as audit,
           (select to_jsonb(h) from farol.sequence_heads h where organization_id = 2) as head`,
      );
    const stateBefore = await state();
    const links = test.chain;
    let rows = 0;
    const killing = {
      ...links,
      seal: (content: Parameters<typeof links.seal>[0]) => {
        rows += 1;
        if (rows === 20) {
          throw new Error('killed');
        }
        return links.seal(content);
      },
    };
    await assert.rejects(runRound(test.sequencing, killing), /killed/);
    assert.deepEqual(await state(), stateBefore);
    const backend = test.open('farol_sequencer');
    await withClient(test.database.url, async (locker) => {
      // The round waits for this row behind its events, and is terminated there.
      await locker.query('begin');
      await locker.query(
        'select from farol.audit_records where organization_id = 2 and number is null for update',
      );
      const dying = assert.rejects(runRound(backend, links));
      await eventually(async () => {
        const killed = await test.database.admin(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = $1 and wait_event_type = 'Lock' and query like '%update audit_records%'`,
          [test.database.name],
        );
        return killed.length > 0;
      }, 2000);
      await dying;
      await locker.query('rollback');
    });
    assert.deepEqual(await state(), stateBefore);
    assert.deepEqual(await round(), { hadTurn: true, events: 50, auditRows: 50, isFull: false });
  });

  it('lets one work at a time and never numbers twice, however many run', async () => {
    const before2 = (await test.numbered(2)).length;
    const sequencers = await Promise.all(
      Array.from({ length: 3 }, () =>
        startSequencer({
          database: test.open('farol_sequencer'),
          chain: test.chain,
          log: silent,
          url: test.database.url,
          pollMs: 20,
        }),
      ),
    );
    await Promise.all(Array.from({ length: 60 }, () => test.addEvents(2, 7)));
    await eventually(async () => (await test.numbered(2)).length === before2 + 420, 5000);
    const numbers = (await test.numbered(2)).map(({ number }) => number);
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    );
    await Promise.all(sequencers.map((sequencer) => sequencer.close()));
  });

  it('lets the turn pass while another has it', async () => {
    await withClient(test.database.url, async (other) => {
      await other.query('begin');
      await other.query('select pg_advisory_xact_lock(7281110)');
      assert.deepEqual(await round(), { hadTurn: false, events: 0, auditRows: 0, isFull: false });
    });
  });

  it('finds what no notification told it of, at its next look', async () => {
    const sequencer = createSequencer({ database: test.sequencing, chain: test.chain, log: silent });
    await test.addEvents(3, 1);
    const count = (await test.numbered(3)).length;
    await eventually(async () => (await test.numbered(3)).length === count + 1, 2500);
    await sequencer.close();
  });

  it('goes on after a failed round', async () => {
    let failures = 2;
    const flaky: Database = {
      ...test.sequencing,
      transaction: (scope, work) => {
        failures -= 1;
        return failures >= 0 ? Promise.reject(new Error('down')) : test.sequencing.transaction(scope, work);
      },
    };
    const sequencer = createSequencer({ database: flaky, chain: test.chain, log: silent, pollMs: 20 });
    await test.addAudit(3, 1);
    await eventually(async () => {
      const rows = await test.database.admin('select from farol.audit_records where number is null');
      return rows.length === 0;
    }, 2000);
    await sequencer.close();
  });

  it('names to followers whose events are new, and nobody when they are too many to name', async () => {
    const heard: string[] = [];
    await withClient(test.database.url, async (client) => {
      client.on('notification', ({ payload }) => heard.push(payload ?? ''));
      await client.query('listen farol_numbered');
      await test.addEvents(1, 2);
      await test.addEvents(3, 2);
      await round();
      const many = Array.from({ length: 3000 }, (_, index) => String(index));
      await test.sequencing.transaction(NO_SCOPE, (tx) => tellFollowers(tx, many));
      await eventually(() => heard.length === 2, 1000);
    });
    assert.deepEqual(heard[0]?.split(',').toSorted(), ['1', '3']);
    assert.equal(heard[1], '');
  });

  it('may number and nothing else', async () => {
    for (const sql of [
      `update farol.events set data = '{}'`,
      `update farol.audit_records set actor = 'x'`,
      'delete from farol.audit_records',
      'select from farol.users',
    ]) {
      await withClient(test.database.url, async (client) => {
        await client.query('set role farol_sequencer');
        await assert.rejects(client.query(sql), /permission denied/);
      });
    }
  });
});

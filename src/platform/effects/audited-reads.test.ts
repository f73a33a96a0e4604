import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../test/support/database.ts';
import { grantScope } from '../db/scope.ts';
import { openSequencedDatabase } from '../sequencer/fixtures/sequenced-database.ts';
import type { SequencedDatabase } from '../sequencer/fixtures/sequenced-database.ts';
import { ASKED_SQL, auditReads, NOTED_SQL } from './audited-reads.ts';
import type { AuditedKey } from './audited-reads.ts';

const FILES_SQL = `
  with ${ASKED_SQL}, found as (
    select a.place, t.document_hash, t.content from asked a
    cross join lateral (
      select * from personal_files f where f.organization_id = a.organization_id and f.id = a.key::uuid limit 1
    ) t
  ), ${NOTED_SQL}
  select place::text as place, content from found`;

describe('audited reads', () => {
  let test: SequencedDatabase;
  const [first, second] = [randomUUID(), randomUUID()];
  const hash = randomBytes(32);
  const openReads = () =>
    auditReads<{ place: string; content: string }, string>({
      database: test.app,
      name: 'personal_files',
      action: 'cnh.read',
      subject: 'file',
      sql: FILES_SQL,
      toValue: ({ content }, { organizationId }) => `${organizationId}: ${content}`,
    });
  const keyOf = (organizationId: number, key: string, actor = 'token 1'): AuditedKey => ({
    scope: grantScope([organizationId]),
    organizationId,
    key,
    actor,
  });
  const trail = async (): Promise<string[]> => {
    const rows = await test.database.admin(
      `select organization_id || ' ' || actor || ' ' || action || ' ' || subject || ' ' ||
         coalesce(encode(document_hash, 'hex'), '-') as told
       from farol.audit_records order by row_id`,
    );
    return (rows as { told: string }[]).map(({ told }) => told);
  };

  before(async () => {
    test = await openSequencedDatabase();
    await test.database.admin(`
      create table farol.personal_files (
        organization_id bigint not null, id uuid not null, document_hash bytea, content text, primary key (organization_id, id)
      );
      alter table farol.personal_files enable row level security;
      create policy personal_files_in_scope on farol.personal_files to farol_app
        using (organization_id = any ((select farol.scope())::bigint[]));
      grant select on farol.personal_files to farol_app`);
    await test.database.admin('insert into farol.personal_files values (1, $1, $2, $3), (2, $4, null, $5)', [
      first,
      hash,
      'of one',
      second,
      'of two',
    ]);
  });
  after(() => test.close());
  beforeEach(() => test.database.admin('delete from farol.audit_records'));

  it('answer and leave one row for each read, however many travel together', async () => {
    const reads = openReads();
    const answers = await Promise.all([
      reads.read(keyOf(1, first)),
      reads.read(keyOf(2, second, 'session 9')),
      reads.read(keyOf(1, first, 'token 7')),
    ]);
    assert.deepEqual(answers, ['1: of one', '2: of two', '1: of one']);
    assert.equal(reads.counters.batches, 1);
    const document = hash.toString('hex');
    assert.deepEqual(await trail(), [
      `1 token 1 cnh.read file ${first} ${document}`,
      `2 session 9 cnh.read file ${second} -`,
      `1 token 7 cnh.read file ${first} ${document}`,
    ]);
  });

  it("give another tenant's object to nobody, and put the attempt on the asker's own record only", async () => {
    const reads = openReads();
    const answers = await Promise.all([
      reads.read(keyOf(1, second)),
      reads.read(keyOf(2, second)),
      reads.read(keyOf(3, first)),
    ]);
    assert.deepEqual(answers, [null, '2: of two', null]);
    assert.deepEqual(await trail(), [
      `1 token 1 cnh.read.none file ${second} -`,
      `2 token 1 cnh.read file ${second} -`,
      `3 token 1 cnh.read.none file ${first} -`,
    ]);
  });

  it('are refused where the scope does not hold the organization, and leave nothing', async () => {
    const astray = { ...keyOf(2, second), scope: grantScope([1]) };
    await assert.rejects(openReads().read(astray), /row-level security/);
    assert.deepEqual(await trail(), []);
  });

  it('leave neither answer nor row when the statement is undone; mates of a bad key are read once', async () => {
    const reads = openReads();
    const results = await Promise.allSettled([
      reads.read(keyOf(1, first)),
      reads.read(keyOf(1, 'no id at all')),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    assert.equal((await trail()).length, 1);
    await test.database.admin('delete from farol.audit_records');
    await test.database.admin(
      'alter table farol.audit_records add constraint full_up check (false) not valid',
    );
    await assert.rejects(reads.read(keyOf(1, first)), /full_up/);
    await test.database.admin('alter table farol.audit_records drop constraint full_up');
    assert.deepEqual(await trail(), []);
  });

  it('answer nothing before the row is committed', async () => {
    await withClient(test.database.url, async (locker) => {
      await locker.query('begin');
      await locker.query('lock table farol.audit_records in share mode');
      let isAnswered = false;
      const reading = openReads()
        .read(keyOf(1, first))
        .then(() => {
          isAnswered = true;
        });
      await sleep(100);
      assert.equal(isAnswered, false);
      await locker.query('rollback');
      await reading;
    });
    assert.equal((await trail()).length, 1);
  });
});

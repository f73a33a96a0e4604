// The second wall: with the application's checks forgotten, the database itself keeps tenants apart. Every policy is
// broken once on purpose, and the lint must notice.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { findRowSecurityFaults } from './row-security.ts';

describe('row-level security', () => {
  let database: TestDatabase;
  let client: Client;
  before(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  async function asApp<T>(scope: string, work: () => Promise<T>): Promise<T> {
    await client.query('begin');
    try {
      await client.query('set local role farol_app');
      await client.query(`select set_config('farol.scope', $1, true)`, [scope]);
      return await work();
    } finally {
      await client.query('rollback');
    }
  }
  const organizationsIn = async (table: string): Promise<number[]> =>
    (await client.query(`select organization_id::integer as id from farol.${table}`)).rows.map(
      ({ id }) => id,
    );

  it('finds no fault in the schema as it is', async () => {
    assert.deepEqual(await findRowSecurityFaults(client), []);
  });

  it('shows nothing without a scope, and only the scope with one', async () => {
    await client.query(
      `insert into farol.service_tokens (organization_id, name, role, token_hash) values (1, 'a', 'viewer', '\\x01'), (3, 'b', 'viewer', '\\x02')`,
    );
    for (const table of ['memberships', 'subscriptions', 'service_tokens']) {
      for (const scope of ['', '{}']) {
        assert.deepEqual(await asApp(scope, () => organizationsIn(table)), [], table);
      }
      assert.deepEqual(new Set(await asApp('{1}', () => organizationsIn(table))), new Set([1]), table);
      assert.deepEqual(new Set(await asApp('{1,3}', () => organizationsIn(table))), new Set([1, 3]), table);
    }
  });

  it('refuses to write a row of another organization', async () => {
    const insert = asApp('{1}', () =>
      client.query(
        `insert into farol.service_tokens (organization_id, name, role, token_hash) values (3, 'x', 'admin', '\\x03')`,
      ),
    );
    await assert.rejects(insert, { code: '42501' });
    const moved = asApp('{1}', () => client.query('update farol.service_tokens set organization_id = 3'));
    await assert.rejects(moved, { code: '42501' });
    const foreign = await asApp('{1}', () =>
      client.query('update farol.subscriptions set consumed = 1 where organization_id = 3'),
    );
    assert.equal(foreign.rowCount, 0);
  });

  it('shows those who bring facts whom organizations watch, and nothing that they were told', async () => {
    await client.query('begin');
    try {
      await client.query(
        `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id)
         values (1, 1, '52998224725', '52998224725', 'a', 'CPF', 1), (3, 1, '52998224725', '52998224725', 'b', 'CPF', 1)`,
      );
      for (const role of ['farol_importer', 'farol_merger']) {
        await client.query(`set local role ${role}`);
        const seen = await organizationsIn('radars');
        assert.deepEqual(new Set(seen), new Set([1, 3]), role);
        await client.query(`insert into farol.events (organization_id, type, data) values (1, 'x', '{}')`);
        for (const statement of [
          'select from farol.events',
          'update farol.radars set removed_at = now()',
          'delete from farol.processes',
          'select from farol.memberships',
        ]) {
          await client.query('savepoint here');
          await assert.rejects(client.query(statement), { code: '42501' }, `${role}: ${statement}`);
          await client.query('rollback to savepoint here');
        }
        await client.query('reset role');
      }
    } finally {
      await client.query('rollback');
    }
  });

  it('gives the application neither ownership nor a way around', async () => {
    const { rows } = await client.query(
      `select rolname from pg_roles where rolname like 'farol\\_%' and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole)`,
    );
    assert.deepEqual(rows, []);
    await assert.rejects(
      asApp('{1}', () => client.query('alter table farol.memberships disable row level security')),
    );
    await assert.rejects(
      asApp('{1}', () => client.query('update farol.subscriptions set granted = granted + 1')),
    );
    await assert.rejects(asApp('{1}', () => client.query('select * from farol.holders')));
    await assert.rejects(asApp('{1}', () => client.query('update farol.users set is_operator = true')));
  });

  const MUTANTS = [
    'alter table farol.memberships disable row level security',
    'alter table farol.service_tokens no force row level security',
    'alter table farol.organizations disable row level security',
    'alter policy memberships_in_scope on farol.memberships using (true)',
    'alter policy service_tokens_in_scope on farol.service_tokens with check (true)',
    'alter policy subscriptions_in_scope on farol.subscriptions to public',
    'drop policy subscriptions_in_scope on farol.subscriptions; create policy open on farol.subscriptions to farol_app using (true)',
    'create policy second on farol.memberships for select to farol_app using (organization_id > 0)',
    'alter role farol_app bypassrls',
    'alter table farol.subscriptions owner to farol_app',
    'create view farol.leak as select * from farol.memberships; grant select on farol.leak to farol_app',
    'create materialized view farol.leak as select * from farol.memberships; grant select on farol.leak to farol_app',
    'create table farol.forgotten (organization_id bigint); grant select on farol.forgotten to farol_app',
    `create function farol.leak() returns setof farol.memberships language sql security definer as 'select * from farol.memberships'`,
    `alter function farol.find_session_caller reset search_path`,
    'grant select on farol.holders to farol_app',
    'grant farol_operator to farol_app',
    'grant select on farol.holders to public',
    'alter policy subscriptions_in_scope on farol.subscriptions using (organization_id = any ((select farol.scope())::bigint[]) or true)',
    'grant insert on registry.companies to farol_app',
    'grant select on registry.quarantine to farol_app',
    'grant select on farol.events to farol_merger',
    'grant delete on farol.processes to farol_importer',
    'grant update on farol.radars to farol_importer',
    'grant update (paused_at) on farol.radars to farol_merger',
    'grant select (email) on farol.users to farol_importer',
    'alter table registry.debts owner to farol_operator',
    'grant select on farol.radars to farol_overseer',
    'grant update on farol.subscriptions to farol_overseer',
    'grant select (email) on farol.users to farol_overseer',
    'grant select (original) on registry.quarantine to farol_overseer',
    'grant farol_operator to farol_overseer',
    'create policy second on farol.subscriptions for select to farol_app using (plan_id = any ((select farol.scope())::bigint[]))',
  ];
  for (const mutant of MUTANTS) {
    it(`notices: ${mutant}`, async () => {
      await client.query('begin');
      try {
        await client.query(mutant);
        assert.notDeepEqual(await findRowSecurityFaults(client), []);
      } finally {
        await client.query('rollback');
      }
    });
  }
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  createTestDatabase,
  migrationsDir,
  projectDir,
  urlOf,
  withClient,
} from '../../../test/support/database.ts';
import { listPending, migrate } from './migrator.ts';
import { findRowSecurityFaults } from './row-security.ts';
import { admitServingUser } from './serving-user.ts';

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'farol-migrations-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withEmpty<T>(
  work: (database: Awaited<ReturnType<typeof createTestDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await createTestDatabase('empty');
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

describe('migrator', () => {
  it('brings an empty database to the newest schema, and does nothing the second time', () =>
    withEmpty(async ({ url }) => {
      const first = await migrate(url, migrationsDir);
      assert.equal(first.applied.length, first.version);
      assert.deepEqual(await migrate(url, migrationsDir), { applied: [], version: first.version });
      assert.deepEqual(await listPending(url, migrationsDir), []);
    }));

  it('is safe to run from ten processes at once', () =>
    withEmpty(async (database) => {
      const reports = await Promise.all(
        Array.from({ length: 10 }, () => migrate(database.url, migrationsDir)),
      );
      assert.equal(reports.filter(({ applied }) => applied.length > 0).length, 1);
      const rows = await database.admin('select version from farol.migrations');
      assert.equal(rows.length, reports[0]?.version);
    }));

  it('leaves nothing half done when it is killed, and goes on when run again', () =>
    withEmpty((database) =>
      withFolder(async (folder) => {
        cpSync(migrationsDir, folder, { recursive: true });
        const count = (await listPending(database.url, folder)).length;
        const name = `${String(count + 1).padStart(4, '0')}_slow.sql`;
        writeFileSync(
          join(folder, name),
          '-- breaking: no\ncreate table farol.slow (id integer);\nselect pg_sleep(60);\n',
        );
        const script = `import { migrate } from ${JSON.stringify(join(projectDir, 'src/platform/db/migrator.ts'))};
          await migrate(process.argv[1], process.argv[2]);`;
        const child = spawn(
          process.execPath,
          ['--input-type=module-typescript', '-e', script, database.url, folder],
          {
            stdio: 'ignore',
          },
        );
        const sleeping = `select pid from pg_stat_activity where datname = '${database.name}' and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`;
        while ((await database.admin(sleeping)).length === 0) {
          assert.equal(child.exitCode, null);
        }
        child.kill('SIGKILL');
        await once(child, 'exit');
        await database.admin(sleeping.replace('select pid', 'select pg_terminate_backend(pid)'));
        assert.deepEqual(await listPending(database.url, folder), [name]);
        assert.deepEqual(await database.admin(`select to_regclass('farol.slow') as slow`), [{ slow: null }]);
        writeFileSync(join(folder, name), '-- breaking: no\ncreate table farol.slow (id integer);\n');
        assert.deepEqual((await migrate(database.url, folder)).applied, [name]);
      }),
    ));

  it('refuses a migration that was changed after it was applied', () =>
    withEmpty(({ url }) =>
      withFolder(async (folder) => {
        const file = join(folder, '0001_first.sql');
        writeFileSync(file, '-- breaking: no\nselect 1;\n');
        await migrate(url, folder);
        writeFileSync(file, '-- breaking: no\nselect 2;\n');
        await assert.rejects(migrate(url, folder), /0001_first\.sql was changed/);
      }),
    ));

  it('serves a newer database unless its newer migration is breaking', () =>
    withEmpty((database) =>
      withFolder(async (folder) => {
        writeFileSync(join(folder, '0001_first.sql'), '-- breaking: no\nselect 1;\n');
        await migrate(database.url, folder);
        await database.admin(`insert into farol.migrations values (2, '0002_later.sql', 'x', false)`);
        assert.deepEqual(await listPending(database.url, folder), []);
        await database.admin('update farol.migrations set breaking = true where version = 2');
        await assert.rejects(listPending(database.url, folder), /newer than this program/);
      }),
    ));

  it('names the file that fails and keeps what came before it', () =>
    withEmpty(({ url }) =>
      withFolder(async (folder) => {
        writeFileSync(
          join(folder, '0001_first.sql'),
          '-- breaking: no\ncreate table farol.kept (id integer);\n',
        );
        writeFileSync(
          join(folder, '0002_broken.sql'),
          '-- breaking: no\ncreate table farol.lost (id integer); select nonsense;\n',
        );
        await assert.rejects(migrate(url, folder), /0002_broken\.sql failed/);
        assert.deepEqual(await listPending(url, folder), ['0002_broken.sql']);
      }),
    ));

  it('refuses files out of order and files that do not say whether they break', () =>
    withFolder(async (folder) => {
      writeFileSync(join(folder, '0002_second.sql'), '-- breaking: no\nselect 1;\n');
      await assert.rejects(listPending('unused', folder), /out of order/);
      rmSync(join(folder, '0002_second.sql'));
      writeFileSync(join(folder, '0001_first.sql'), 'select 1;\n');
      await assert.rejects(listPending('unused', folder), /must say/);
    }));

  it('works for an owner who is no superuser, with a serving user that owns nothing', () =>
    withEmpty(async (database) => {
      const tag = database.name;
      await database.admin(`create role owner_${tag} login createrole password 'owner-password'`);
      await database.admin(`create role server_${tag} login password 'server-password'`);
      await database.admin(
        `grant farol_app, farol_operator, farol_lookup, farol_sequencer, farol_jobs, farol_importer, farol_merger, farol_sender, farol_overseer to owner_${tag} with admin option, set false`,
      );
      await database.admin(`grant create, connect on database ${tag} to owner_${tag}`);
      const as = (user: string) => urlOf(tag).replace(/\/\/[^@]*@/, `//${user}_${tag}:${user}-password@`);
      try {
        await migrate(as('owner'), migrationsDir);
        await admitServingUser(as('owner'), as('server'));
        await admitServingUser(as('owner'), as('server'));
        await withClient(`${as('server')}&options=-c%20role%3Dfarol_app`, async (client) => {
          const { rows } = await client.query(
            'select current_user as role, (select count(*) from farol.plans) as plans',
          );
          assert.equal(rows[0].role, 'farol_app');
          await assert.rejects(client.query('set role farol_operator'));
        });
        await withClient(as('owner'), async (client) =>
          assert.deepEqual(await findRowSecurityFaults(client), []),
        );
      } finally {
        await database.admin(
          'drop schema farol cascade; drop schema if exists pgboss, registry, registry_stage cascade',
        );
        await database.admin(`drop owned by owner_${tag}; drop owned by server_${tag}`);
        await database.admin(`drop role server_${tag}; drop role owner_${tag}`);
      }
    }));
});

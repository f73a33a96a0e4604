import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import { hashCredential } from '../../platform/ids.ts';
import { startTestProgram } from './fixtures/program.ts';
import type { TestProgram } from './fixtures/program.ts';

type Token = { id: number; name: string; role: string; expiresAt: string | null; token: string };
type Listed = Omit<Token, 'token'> & { disabledAt: string | null };

const DAY_MS = 86_400_000;

suite('service tokens by command', () => {
  let farol: TestProgram;
  before(async () => {
    farol = await startTestProgram();
  });
  after(() => farol.close());

  const isKnown = async (token: string): Promise<boolean> =>
    (await farol.database.admin('select from farol.find_token_caller($1)', [hashCredential(token)]))
      .length === 1;

  test('a token is shown once, works, is listed without itself and can be disabled', async () => {
    const made = await farol.ask<Token>([
      'token',
      'create',
      '--organization',
      '1',
      '--name',
      'Nightly',
      '--days',
      '7',
    ]);
    noteCanary(made.token);
    assert.deepEqual([made.name, made.role], ['Nightly', 'analyst']);
    const lifeMs = Date.parse(made.expiresAt ?? '') - Date.now();
    assert.ok(Math.abs(lifeMs - 7 * DAY_MS) < DAY_MS / 24);
    assert.equal(await isKnown(made.token), true);
    const listed = await farol.run(['token', 'list', '--organization', '1', '--json']);
    assert.equal(listed.out.includes(made.token), false);
    await farol.ask(['token', 'disable', String(made.id), '--organization', '1']);
    assert.equal(await isKnown(made.token), false);
    const [listedAgain] = await farol.ask<Listed[]>(['token', 'list', '--organization', '1']);
    assert.deepEqual([listedAgain?.id, listedAgain?.disabledAt === null], [made.id, false]);
  });

  test('without --days it never ends, and people are told to keep it', async () => {
    const { code, out, err } = await farol.run([
      'token',
      'create',
      '--organization',
      '2',
      '--name',
      'For ever',
      '--role',
      'viewer',
    ]);
    noteCanary(/farol_st_\S+/.exec(out)?.[0] ?? '');
    assert.equal(code, 0);
    assert.match(out, /\nrole {5}viewer\n.*\nexpires {2}-\ntoken {4}farol_st_[\w-]{43}\n$/);
    assert.equal(err, 'Keep the token now: it is not shown again.\n');
  });

  test('a token of another organization cannot be disabled, an unknown organization is named', async () => {
    const { id, token } = await farol.ask<Token>([
      'token',
      'create',
      '--organization',
      '1',
      '--name',
      'Mine',
    ]);
    noteCanary(token);
    assert.deepEqual(await farol.run(['token', 'disable', String(id), '--organization', '2']), {
      code: 3,
      out: '',
      err: 'Token not found.\n',
    });
    assert.equal(await isKnown(token), true);
    for (const args of [['create', '--name', 'x'], ['list'], ['disable', '1']]) {
      assert.deepEqual(await farol.run(['token', ...args, '--organization', '99']), {
        code: 3,
        out: '',
        err: 'There is no organization 99.\n',
      });
    }
  });

  test('wrong usage ends with exit code 2', async () => {
    for (const args of [
      ['--days', '0'],
      ['--days', '3651'],
      ['--role', 'operator'],
      ['--name', ''],
    ]) {
      const { code } = await farol.run(['token', 'create', '--organization', '1', '--name', 'x', ...args]);
      assert.deepEqual({ args, code }, { args, code: 2 });
    }
  });
});

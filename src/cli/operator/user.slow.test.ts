import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { after, before, suite, test } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import { createPasswords } from '../../features/accounts/index.ts';
import { startTestProgram } from './fixtures/program.ts';
import type { TestProgram } from './fixtures/program.ts';

type User = {
  id: number;
  email: string;
  username: string;
  operator: boolean;
  disabledAt: string | null;
  password?: string;
};

const GOOD_PASSWORD = 'quiet-otters-polish-7-violins';

/** A terminal at which somebody types one line after the other. */
function typing(...lines: readonly string[]): PassThrough & { isTTY: boolean; setRawMode: () => void } {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  lines.forEach((line, index) => setTimeout(() => terminal.write(line), 100 * (index + 1)));
  return terminal;
}

suite('users by command', () => {
  let farol: TestProgram;
  const storedHash = async (id: number): Promise<string> => {
    const [row] = (await farol.database.admin('select password_hash from farol.users where id = $1', [
      id,
    ])) as {
      password_hash: string;
    }[];
    return row?.password_hash ?? '';
  };
  const openSessions = async (id: number): Promise<unknown[]> =>
    farol.database.admin('select id from farol.sessions where user_id = $1 and revoked_at is null', [id]);
  const addSession = async (id: number): Promise<unknown> =>
    farol.database.admin(
      `insert into farol.sessions (id, user_id, refresh_hash, issued_at, token_expires_at, signing_key_id, stepped_at,
         created_at, expires_at, last_used_at)
       values (gen_random_uuid(), $1, '', now(), now(), '', now(), now(), now() + interval '1 day', now())`,
      [id],
    );
  const create = (name: string, ...more: readonly string[]): string[] => {
    noteCanary(`${name}@example.org`);
    return ['user', 'create', '--email', `${name}@example.org`, '--username', name, ...more];
  };

  before(async () => {
    noteCanary(GOOD_PASSWORD);
    farol = await startTestProgram();
  });
  after(() => farol.close());

  test('a user is made with the first line of the standard input as password', async () => {
    const user = await farol.ask<User>(
      ['user', 'create', '--email', ' Ana@Example.ORG', '--username', 'Ana', '--operator'],
      { input: Readable.from([`${GOOD_PASSWORD}\r\nnot this`]) },
    );
    assert.deepEqual(
      { email: user.email, username: user.username, operator: user.operator, password: user.password },
      { email: 'ana@example.org', username: 'ana', operator: true, password: undefined },
    );
    assert.equal(await createPasswords(1).matches(GOOD_PASSWORD, await storedHash(user.id)), true);
  });

  test('a generated password is printed once and works', async () => {
    const user = await farol.ask<User>(
      create('gerado', '--generate', '--organization', '2', '--role', 'viewer'),
    );
    noteCanary(user.password ?? '');
    assert.match(user.password ?? '', /^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
    assert.equal(await createPasswords(1).matches(user.password ?? '', await storedHash(user.id)), true);
    const members = await farol.ask<{ userId: number; role: string }[]>(['organization', 'members', '2']);
    assert.deepEqual(
      members.filter(({ userId }) => userId === user.id).map(({ role }) => role),
      ['viewer'],
    );
    const listed = await farol.run(['user', 'list', '--json']);
    assert.equal(listed.out.includes(user.password ?? ''), false);
  });

  test('the note about a generated password stays away from the JSON document', async () => {
    const { out, err } = await farol.run([...create('nota', '--generate'), '--json']);
    assert.equal(err, 'Keep the password now: it is not shown again.\n');
    noteCanary((JSON.parse(out) as User).password ?? '');
    assert.equal(out.trimEnd().includes('\n'), false);
  });

  test('at a terminal the password is asked for twice and never echoed', async () => {
    const { code, out, err } = await farol.run([...create('teclado'), '--json'], {
      input: typing(`${GOOD_PASSWORD}\r`, `${GOOD_PASSWORD}\r`),
    });
    assert.equal(code, 0, err);
    assert.equal(err, 'New password: \nThe same again: \n');
    const { id } = JSON.parse(out) as User;
    assert.equal(await createPasswords(1).matches(GOOD_PASSWORD, await storedHash(id)), true);
  });

  test('two different entries, Ctrl-C and Ctrl-D leave nothing behind', async () => {
    const present = (await farol.ask<User[]>(['user', 'list'])).length;
    const differing = await farol.run(create('duvida'), {
      input: typing(`${GOOD_PASSWORD}\r`, 'another one\r'),
    });
    assert.equal(differing.code, 2);
    assert.match(differing.err, /The two passwords differ\.\n$/);
    for (const key of ['\u0003', '\u0004']) {
      const { code, err } = await farol.run(create('duvida'), { input: typing(key) });
      assert.equal(code, 1);
      assert.match(err, /Cancelled; nothing was changed\.\n$/);
    }
    assert.equal((await farol.ask<User[]>(['user', 'list'])).length, present);
  });

  test('a weak, a short and a missing password are refused', async () => {
    for (const [password, reason] of [
      ['password1234', /too common or too easy/],
      ['short', /at least 12 characters/],
      ['', /No password was given/],
    ] as const) {
      const { code, out, err } = await farol.run(create('fraca'), { input: Readable.from([password]) });
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.match(err, reason);
    }
  });

  test('a taken e-mail or username is a conflict told without any detail of the database', async () => {
    const input = (): Readable => Readable.from([GOOD_PASSWORD]);
    assert.deepEqual(
      await farol.run(['user', 'create', '--email', 'DEMO@example.com', '--username', 'demo2'], {
        input: input(),
      }),
      { code: 4, out: '', err: 'Another user has this e-mail already.\n' },
    );
    assert.deepEqual(await farol.run(['user', 'change', '2', '--username', 'demo']), {
      code: 4,
      out: '',
      err: 'Another user has this username already.\n',
    });
  });

  test('an unknown organization leaves no user behind', async () => {
    const result = await farol.run(create('orfa', '--generate', '--organization', '99', '--role', 'admin'));
    assert.deepEqual(result, { code: 3, out: '', err: 'There is no organization 99.\n' });
    const users = await farol.ask<User[]>(['user', 'list']);
    assert.equal(
      users.some(({ username }) => username === 'orfa'),
      false,
    );
  });

  test('a user is changed, and only in what is named', async () => {
    const { id } = await farol.ask<User>(create('muda', '--generate'));
    noteCanary('mudada@example.org');
    const changed = await farol.ask<User>([
      'user',
      'change',
      String(id),
      '--email',
      'mudada@example.org',
      '--operator',
      'on',
    ]);
    assert.deepEqual(
      [changed.email, changed.username, changed.operator],
      ['mudada@example.org', 'muda', true],
    );
    const back = await farol.ask<User>(['user', 'change', String(id), '--operator', 'off']);
    assert.deepEqual([back.email, back.operator], ['mudada@example.org', false]);
  });

  test('disabling ends all sessions, enabling revives none', async () => {
    const { id } = await farol.ask<User>(create('fora', '--generate'));
    await addSession(id);
    assert.notEqual((await farol.ask<User>(['user', 'disable', String(id)])).disabledAt, null);
    assert.deepEqual(await openSessions(id), []);
    assert.equal((await farol.ask<User>(['user', 'enable', String(id)])).disabledAt, null);
    assert.deepEqual(await openSessions(id), []);
  });

  test('a new password replaces the old one and ends all sessions', async () => {
    const { id, password = '' } = await farol.ask<User>(create('troca', '--generate'));
    await addSession(id);
    await farol.ask(['user', 'password', String(id)], { input: Readable.from([`${GOOD_PASSWORD}\n`]) });
    const passwords = createPasswords(1);
    const hash = await storedHash(id);
    assert.deepEqual(
      [
        await passwords.matches(GOOD_PASSWORD, hash),
        await passwords.matches(password, hash),
        await openSessions(id),
      ],
      [true, false, []],
    );
    const generated = await farol.ask<User>(['user', 'password', String(id), '--generate']);
    assert.equal(await passwords.matches(generated.password ?? '', await storedHash(id)), true);
  });

  test('unknown users end with 3, wrong usage with 2', async () => {
    for (const args of [
      ['disable', '99'],
      ['change', '99', '--operator', 'on'],
      ['password', '99', '--generate'],
    ]) {
      assert.deepEqual(await farol.run(['user', ...args]), {
        code: 3,
        out: '',
        err: 'There is no user 99.\n',
      });
    }
    const wrong = [
      ['change', '1'],
      ['change', '1', '--operator', 'maybe'],
      ['change', '1', '--email', 'a@b@c'],
      ['change', '1', '--email', `${'x'.repeat(320)}@example.org`],
      ['change', '1', '--username', 'x'],
      ['change', '1', '--username', 'com espaço'],
      ['create', '--email', 'x@example.org', '--username', 'xx', '--generate', '--organization', '1'],
      ['create', '--email', 'x@example.org', '--username', 'xx', '--generate', '--role', 'admin'],
      ['create', '--email', 'x@example.org', '--username', 'xx', '--password', GOOD_PASSWORD],
    ];
    for (const args of wrong) {
      const { code, out } = await farol.run(['user', ...args]);
      assert.deepEqual({ args, code, out }, { args, code: 2, out: '' });
    }
  });
});

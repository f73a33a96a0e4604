import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import { startTestProgram } from './fixtures/program.ts';
import type { TestProgram } from './fixtures/program.ts';

type Made = { id: number; name: string; createdAt: string; disabledAt: string | null };
type Organization = Made & { holderId: number };
type Member = { userId: number; email: string; username: string; role: string; createdAt: string };

suite('holders, organizations and members by command', () => {
  let farol: TestProgram;
  before(async () => {
    noteCanary('basic@example.com', 'other@example.com', 'nobody@example.com');
    farol = await startTestProgram();
  });
  after(() => farol.close());

  test('a holder is made, renamed, disabled, enabled and listed in order', async () => {
    const made = await farol.ask<Made>(['holder', 'create', '--name', '  Banco Ímpar ']);
    assert.equal(made.name, 'Banco Ímpar');
    assert.match(made.createdAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const id = String(made.id);
    assert.equal((await farol.ask<Made>(['holder', 'change', id, '--name', 'Banco Par'])).name, 'Banco Par');
    const disabled = await farol.ask<Made>(['holder', 'disable', id]);
    assert.notEqual(disabled.disabledAt, null);
    const again = await farol.ask<Made>(['holder', 'disable', id]);
    assert.equal(again.disabledAt, disabled.disabledAt, 'the first time it was disabled stands');
    assert.equal((await farol.ask<Made>(['holder', 'enable', id])).disabledAt, null);
    const holders = await farol.ask<Made[]>(['holder', 'list']);
    assert.deepEqual(
      holders.map((holder) => holder.id),
      [1, 2, made.id],
    );
  });

  test('an organization is made, renamed, disabled, enabled and listed, also by holder', async () => {
    const made = await farol.ask<Organization>(['organization', 'create', '--holder', '2', '--name', 'Nova']);
    assert.equal(made.holderId, 2);
    const id = String(made.id);
    assert.equal((await farol.ask<Made>(['organization', 'change', id, '--name', 'Velha'])).name, 'Velha');
    assert.notEqual((await farol.ask<Made>(['organization', 'disable', id])).disabledAt, null);
    assert.equal((await farol.ask<Made>(['organization', 'enable', id])).disabledAt, null);
    const all = await farol.ask<Made[]>(['organization', 'list']);
    const ofHolder = await farol.ask<Made[]>(['organization', 'list', '--holder', '2']);
    assert.deepEqual(
      [all, ofHolder].map((list) => list.map((organization) => organization.id)),
      [
        [1, 2, 3, made.id],
        [3, made.id],
      ],
    );
  });

  test('members are let in, change their role and are shut out', async () => {
    await farol.ask(['organization', 'add-member', '1', '--user', ' Basic@Example.com', '--role', 'viewer']);
    await farol.ask(['organization', 'add-member', '1', '--user', 'basic@example.com', '--role', 'analyst']);
    const members = await farol.ask<Member[]>(['organization', 'members', '1']);
    assert.deepEqual(
      members.map(({ userId, email, role }) => ({ userId, email, role })),
      [
        { userId: 1, email: 'demo@example.com', role: 'admin' },
        { userId: 2, email: 'basic@example.com', role: 'analyst' },
      ],
    );
    await farol.ask(['organization', 'remove-member', '1', '--user', 'basic@example.com']);
    assert.equal((await farol.ask<Member[]>(['organization', 'members', '1'])).length, 1);
    const twice = await farol.run(['organization', 'remove-member', '1', '--user', 'basic@example.com']);
    assert.deepEqual(twice, { code: 3, out: '', err: 'This user is not a member of organization 1.\n' });
  });

  test('whatever does not exist is named, with exit code 3', async () => {
    const attempts: [string[], string][] = [
      [['holder', 'change', '99', '--name', 'x'], 'There is no holder 99.\n'],
      [['holder', 'disable', '99'], 'There is no holder 99.\n'],
      [['organization', 'create', '--holder', '99', '--name', 'x'], 'There is no holder 99.\n'],
      [['organization', 'list', '--holder', '99'], 'There is no holder 99.\n'],
      [['organization', 'enable', '99'], 'There is no organization 99.\n'],
      [['organization', 'members', '99'], 'There is no organization 99.\n'],
      [
        ['organization', 'add-member', '99', '--user', 'demo@example.com', '--role', 'admin'],
        'There is no organization 99.\n',
      ],
      [
        ['organization', 'add-member', '1', '--user', 'nobody@example.com', '--role', 'admin'],
        'There is no user with this e-mail.\n',
      ],
    ];
    for (const [args, err] of attempts) {
      assert.deepEqual(await farol.run([...args, '--json']), { code: 3, out: '', err });
    }
  });

  test('wrong usage ends with exit code 2 and a sentence, and stores nothing', async () => {
    const present = await farol.ask<Made[]>(['holder', 'list']);
    const attempts = [
      ['holder'],
      ['holder', 'create'],
      ['holder', 'create', '--name', '  '],
      ['holder', 'create', '--name', 'a\u001b[31mb'],
      ['holder', 'create', '--name', 'x'.repeat(201)],
      ['holder', 'create', '--name', 'x', 'y'],
      ['holder', 'create', '--name', 'x', '--colour', 'red'],
      ['holder', 'disable', '0'],
      ['holder', 'disable', '1.5'],
      ['holder', 'disable', '9007199254740992'],
      ['holder', 'burn', '1'],
      ['organization', 'add-member', '1', '--user', 'demo@example.com', '--role', 'king'],
      ['organization', 'add-member', '1', '--user', 'demo', '--role', 'admin'],
    ];
    for (const args of attempts) {
      const { code, out, err } = await farol.run(args);
      assert.deepEqual({ args, code, out }, { args, code: 2, out: '' });
      assert.notEqual(err, '');
    }
    assert.deepEqual(await farol.ask<Made[]>(['holder', 'list']), present);
  });

  test('people get aligned columns with short dates, and colours only on a terminal', async () => {
    const { code, out, err } = await farol.run(['organization', 'list', '--holder', '1']);
    const [head = '', first = '', second = ''] = out.split('\n');
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    assert.match(head, /^id  holder id  name {8}created {5}disabled$/);
    assert.match(first, /^ 1 {10}1  Demo {8}\d{4}-\d\d-\d\d  -$/);
    assert.match(second, /^ 2 {10}1  Demo Basic  \d{4}-\d\d-\d\d  -$/);
    const painted = await farol.run(['holder', 'disable', '2'], { colors: true });
    assert.ok(painted.out.includes('\u001b[2mname'));
    const plain = await farol.run(['holder', 'enable', '2']);
    assert.match(
      plain.out,
      /^id {8}2\nname {6}Other demo holder\ncreated {3}\d{4}-\d\d-\d\d\ndisabled  -\n$/,
    );
  });

  test('an empty list says so', async () => {
    const { id } = await farol.ask<Made>(['organization', 'create', '--holder', '1', '--name', 'Vazia']);
    assert.equal((await farol.run(['organization', 'members', String(id)])).out, 'None.\n');
    assert.deepEqual(await farol.ask(['organization', 'members', String(id)]), []);
  });

  test('--help is no failure', async () => {
    const { code, out } = await farol.run(['organization', 'add-member', '--help']);
    assert.equal(code, 0);
    assert.match(out, /--role <role>/);
  });
});

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { startTestProgram } from './fixtures/program.ts';
import type { TestProgram } from './fixtures/program.ts';

type Plan = {
  id: number;
  name: string;
  type: string;
  features: string[];
  visible: boolean;
  disabledAt: string | null;
};
type Subscription = {
  planId: number;
  planName: string;
  granted: number;
  consumed: number;
  available: number;
  endedAt: string | null;
};

suite('plans and subscriptions by command', () => {
  let farol: TestProgram;
  before(async () => {
    farol = await startTestProgram();
  });
  after(() => farol.close());

  test('a plan is made, changed in what is named, disabled, enabled and listed', async () => {
    const made = await farol.ask<Plan>([
      'plan',
      'create',
      '--name=Vigia',
      '--type=MONITORING',
      '--features=CNH, MONITORING,CNH',
    ]);
    assert.deepEqual([made.type, made.features, made.visible], ['MONITORING', ['MONITORING', 'CNH'], true]);
    const id = String(made.id);
    const changed = await farol.ask<Plan>(['plan', 'change', id, '--features', 'SCR', '--visible', 'off']);
    assert.deepEqual([changed.name, changed.features, changed.visible], ['Vigia', ['SCR'], false]);
    assert.equal((await farol.ask<Plan>(['plan', 'change', id, '--name', 'Guarda'])).name, 'Guarda');
    assert.notEqual((await farol.ask<Plan>(['plan', 'disable', id])).disabledAt, null);
    assert.equal((await farol.ask<Plan>(['plan', 'enable', id])).disabledAt, null);
    assert.deepEqual(
      (await farol.ask<Plan[]>(['plan', 'list'])).map((plan) => plan.id),
      [1, 2, made.id],
    );
    assert.match((await farol.run(['plan', 'list'])).out, /\n 2  Demo basic {5}ANALYTICS {3}ANALYTICS /);
  });

  test('units add up, an ended subscription is reopened by the next grant', async () => {
    const grant = ['plan', 'grant', '--organization', '2', '--plan', '1', '--units'];
    assert.equal((await farol.ask<Subscription>([...grant, '40'])).granted, 40);
    await farol.ask(['plan', 'end', '--organization', '2', '--plan', '1']);
    const ended = await farol.ask<Subscription[]>(['plan', 'subscriptions', '--organization', '2']);
    assert.deepEqual(
      ended.map(({ planId, planName, available, endedAt }) => ({
        planId,
        planName,
        available,
        ended: endedAt !== null,
      })),
      [
        { planId: 1, planName: 'Demo complete', available: 40, ended: true },
        { planId: 2, planName: 'Demo basic', available: 3, ended: false },
      ],
    );
    const reopened = await farol.ask<Subscription>([...grant, '2']);
    assert.deepEqual([reopened.granted, reopened.endedAt], [42, null]);
  });

  test('a grant that would pass the safe integers adds nothing', async () => {
    const most = String(Number.MAX_SAFE_INTEGER);
    const { code, out } = await farol.run([
      'plan',
      'grant',
      '--organization',
      '3',
      '--plan',
      '1',
      '--units',
      most,
    ]);
    assert.deepEqual({ code, out }, { code: 2, out: '' });
    const [subscription] = await farol.ask<Subscription[]>(['plan', 'subscriptions', '--organization', '3']);
    assert.equal(subscription?.granted, 100_000);
  });

  test('whatever does not exist is named, with exit code 3', async () => {
    const attempts: [string[], string][] = [
      [['change', '99', '--name', 'x'], 'There is no plan 99.\n'],
      [['grant', '--organization', '99', '--plan', '1', '--units', '1'], 'There is no organization 99.\n'],
      [['grant', '--organization', '1', '--plan', '99', '--units', '1'], 'There is no plan 99.\n'],
      [
        ['end', '--organization', '1', '--plan', '2'],
        'Organization 1 has no running subscription to plan 2.\n',
      ],
      [['subscriptions', '--organization', '99'], 'There is no organization 99.\n'],
    ];
    for (const [args, err] of attempts) {
      assert.deepEqual(await farol.run(['plan', ...args]), { code: 3, out: '', err });
    }
  });

  test('wrong usage ends with exit code 2', async () => {
    const attempts = [
      ['create', '--name', 'x', '--type', 'complete', '--features', 'CNH'],
      ['create', '--name', 'x', '--type', 'COMPLETE', '--features', 'CNH,FISHING'],
      ['create', '--name', 'x', '--type', 'COMPLETE', '--features', ''],
      ['change', '1'],
      ['change', '1', '--visible', 'yes'],
      ['grant', '--organization', '1', '--plan', '1', '--units', '0'],
      ['grant', '--organization', '1', '--plan', '1', '--units', '-5'],
      ['grant', '--organization', '1', '--plan', '1', '--units', '1e3'],
    ];
    for (const args of attempts) {
      const { code, out } = await farol.run(['plan', ...args]);
      assert.deepEqual({ args, code, out }, { args, code: 2, out: '' });
    }
  });
});

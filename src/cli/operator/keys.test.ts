import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import { connect } from '../../connect.ts';
import { openSigningKeys } from '../../features/accounts/index.ts';
import { createKeyring, openKeyring, readKeyFile } from '../../platform/crypto/keyring.ts';
import { createLog } from '../../platform/log.ts';
import { makeConfig, runCaught, startTestProgram } from './fixtures/program.ts';
import type { TestProgram } from './fixtures/program.ts';
import { addOperatorCommands } from './index.ts';

type Key = { id: string; signs: boolean; createdAt: string; retiredAt: string | null };

suite('keys by command', () => {
  let farol: TestProgram;
  before(async () => {
    farol = await startTestProgram();
  });
  after(() => farol.close());

  test('the key file is made once, for its owner alone, and never overwritten', async () => {
    const { keyFile } = farol.config;
    assert.deepEqual(await farol.ask(['keys', 'create']), { keyFile });
    assert.equal(statSync(keyFile).mode & 0o777, 0o400);
    const present = readFileSync(keyFile, 'utf8');
    const again = await farol.run(['keys', 'create']);
    assert.equal(again.code, 4);
    assert.match(again.err, /is there already/);
    assert.equal(readFileSync(keyFile, 'utf8'), present);
  });

  test('rotating makes a key that signs; the older one verifies until it is retired', async () => {
    const first = await farol.ask<{ id: string; retired: number }>(['keys', 'rotate']);
    const second = await farol.ask<{ id: string; retired: number }>(['keys', 'rotate']);
    const keys = await openSigningKeys(farol.operator, createKeyring(readKeyFile(farol.config.keyFile)));
    assert.equal(keys[0]?.id, second.id);
    assert.ok(keys.some(({ id }) => id === first.id));
    const third = await farol.ask<{ id: string; retired: number }>(['keys', 'rotate', '--retire-old']);
    assert.equal(third.retired, 2);
    const listed = await farol.ask<Key[]>(['keys', 'list']);
    assert.deepEqual(
      listed.map(({ id, signs, retiredAt }) => ({ id, signs, retired: retiredAt !== null })),
      [
        { id: third.id, signs: true, retired: false },
        { id: second.id, signs: false, retired: true },
        { id: first.id, signs: false, retired: true },
      ],
    );
  });

  test('with another key file rotating is refused, unless the old keys are given up', async () => {
    rmSync(farol.config.keyFile);
    const without = await farol.run(['keys', 'rotate']);
    assert.match(without.err, /cannot be read/);
    assert.notEqual(without.code, 0);
    await farol.ask(['keys', 'create']);
    const present = await farol.ask<Key[]>(['keys', 'list']);
    const refused = await farol.run(['keys', 'rotate', '--json']);
    assert.deepEqual([refused.code === 0, refused.out], [false, '']);
    assert.match(refused.err, /does not open with this key file/);
    assert.deepEqual(await farol.ask<Key[]>(['keys', 'list']), present);
    const { id } = await farol.ask<{ id: string }>(['keys', 'rotate', '--retire-old']);
    const keys = await openSigningKeys(farol.operator, createKeyring(readKeyFile(farol.config.keyFile)));
    assert.equal(keys[0]?.id, id);
  });
});

type Sealing = { id: string; seals: boolean; hashes: boolean };

suite('sealing keys by command', () => {
  let farol: TestProgram;
  before(async () => {
    farol = await startTestProgram();
    await farol.ask(['keys', 'create']);
  });
  after(() => farol.close());

  test('rotating adds a key that seals; what was sealed and hashed before stays good', async () => {
    const { keyFile } = farol.config;
    const running = openKeyring(keyFile);
    const [earlier, hash] = [running.wrap(Buffer.from('old'), 'place'), running.keyedHash('document', 'x')];
    const signing = await farol.ask<{ id: string }>(['keys', 'rotate']);
    const [first] = await farol.ask<Sealing[]>(['keys', 'sealing', 'list']);
    const { id } = await farol.ask<{ id: string }>(['keys', 'sealing', 'rotate']);
    assert.deepEqual(await farol.ask<Sealing[]>(['keys', 'sealing', 'list']), [
      { id: first?.id, seals: false, hashes: true },
      { id, seals: true, hashes: false },
    ]);
    assert.equal(statSync(keyFile).mode & 0o777, 0o400);
    const restarted = openKeyring(keyFile);
    assert.equal(restarted.unwrap(earlier, 'place').toString(), 'old');
    assert.deepEqual(restarted.keyedHash('document', 'x'), hash);
    const later = restarted.wrap(Buffer.from('new'), 'place');
    assert.equal(later.subarray(1, 5).toString('hex'), id);
    assert.equal(running.unwrap(later, 'place').toString(), 'new', 'a running process finds the key');
    const keys = await openSigningKeys(farol.operator, running);
    assert.equal(keys[0]?.id, signing.id);
  });

  test('two rotations at once are refused, and neither listing nor rotating needs the database', async () => {
    const { keyFile } = farol.config;
    writeFileSync(`${keyFile}.next`, '');
    const refused = await farol.run(['keys', 'sealing', 'rotate']);
    assert.equal(refused.code, 4);
    assert.match(refused.err, /another rotation is under way/);
    rmSync(`${keyFile}.next`);
    rmSync(keyFile);
    const missing = await farol.run(['keys', 'sealing', 'rotate']);
    assert.match(missing.err, /cannot be read/);
    assert.notEqual(missing.code, 0);
    assert.match((await farol.run(['keys', 'sealing', 'list'])).err, /cannot be read/);
  });
});

suite('the operator without a usable database', () => {
  const log = createLog({ level: 'silent', process: 'test' });
  const listHolders = (url: string) => {
    const config = makeConfig(url);
    return runCaught(['holder', 'list', '--json'], (program) =>
      addOperatorCommands(program, async () => {
        const operator = connect({ config, databaseUrl: url, log }, 'farol_operator', 'test');
        const keyring = () => createKeyring(readKeyFile(config.keyFile));
        return { config, databaseUrl: url, operator, keyring, close: () => operator.close() };
      }),
    );
  };

  test('a database that does not answer ends with 69 and a sentence', async () => {
    const { code, out, err } = await listHolders('postgresql://farol:secret-word@127.0.0.1:1/farol');
    assert.deepEqual({ code, out }, { code: 69, out: '' });
    assert.match(err, /^The database .*\n$/);
    assert.equal(err.includes('secret-word'), false);
  });

  test('a database without the schema says what to run', async () => {
    const database = await createTestDatabase('empty');
    try {
      const { code, out, err } = await listHolders(database.url);
      assert.deepEqual({ code, out }, { code: 1, out: '' });
      assert.match(err, /run "npx farol migrate"/);
    } finally {
      await database.drop();
    }
  });

  test('keys create needs no database', async () => {
    const config = makeConfig('postgresql://farol@127.0.0.1:1/farol');
    const { code } = await runCaught(['keys', 'create'], (program) =>
      addOperatorCommands(program, () => Promise.reject(new Error('not to be opened')), {
        readConfig: () => config,
      }),
    );
    assert.equal(code, 0);
    assert.equal(readKeyFile(config.keyFile).length, 1);
  });
});

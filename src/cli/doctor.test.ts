import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, suite, test } from 'node:test';
import { createTestDatabase, projectDir } from '../../test/support/database.ts';
import type { TestDatabase } from '../../test/support/database.ts';
import { loadConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { connect } from '../connect.ts';
import { rotateSigningKey } from '../features/accounts/index.ts';
import { createKeyFile, createKeyring, readKeyFile } from '../platform/crypto/keyring.ts';
import { createLog } from '../platform/log.ts';
import type { Finding } from './doctor-finding.ts';
import { addDoctorCommand } from './doctor.ts';
import type { DoctorSurroundings } from './doctor.ts';
import { makeConfig, runCaught } from './operator/fixtures/program.ts';
import type { Run } from './operator/fixtures/program.ts';

type Diagnosis = Run & { states: Map<string, string>; of: (check: string) => Finding };

async function consult(around: Partial<DoctorSurroundings>): Promise<Diagnosis> {
  const findDatabaseUrl = async (config: Config) => config.databaseUrl?.reveal() ?? null;
  const run = await runCaught(['doctor', '--json'], (program) =>
    addDoctorCommand(program, { projectDir, findDatabaseUrl, ...around }),
  );
  const { ok, findings } = JSON.parse(run.out) as { ok: boolean; findings: Finding[] };
  assert.equal(ok, run.code === 0);
  for (const { state, remedy } of findings) {
    assert.equal(state === 'ok', remedy === null, 'whatever is not well says what to do');
  }
  assert.doesNotMatch(run.out + run.err, /\bat .*\.ts:\d/);
  return {
    ...run,
    states: new Map(findings.map(({ check, state }) => [check, state])),
    of: (check) => {
      const finding = findings.find((candidate) => candidate.check === check);
      assert.ok(finding !== undefined, `nothing was said about ${check}`);
      return finding;
    },
  };
}

suite('the doctor on a set-up with a database', () => {
  let database: TestDatabase;
  let config: Config;
  const examineIt = (env: Record<string, string> = {}): Promise<Diagnosis> =>
    consult({
      readConfig: () =>
        loadConfig(projectDir, {
          FAROL_DATA_DIR: config.dataDir,
          FAROL_DATABASE_URL: database.url,
          FAROL_PORT: '0',
          FAROL_DISK_FLOOR_MB: '0',
          ...env,
        }),
    });

  before(async () => {
    database = await createTestDatabase();
    config = makeConfig(database.url);
    createKeyFile(config.keyFile);
    const log = createLog({ level: 'silent', process: 'test' });
    const operator = connect({ config, databaseUrl: database.url, log }, 'farol_operator', 'test');
    await rotateSigningKey(operator, createKeyring(readKeyFile(config.keyFile)));
    await operator.close();
    await database.admin('update farol.users set disabled_at = now() where is_demo');
  });
  after(() => database.drop());

  test('a healthy one gets a clean bill, for programs and for people', async () => {
    const { code, err, states } = await examineIt();
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    assert.deepEqual(
      [...states],
      [
        'node',
        'packages',
        'configuration',
        'data folder',
        'disk',
        'key file',
        'port',
        'certificate',
        'database',
        'encoding',
        'clock',
        'migrations',
        'role',
        'row-level security',
        'signing keys',
        'demo users',
      ].map((check) => [check, 'ok']),
    );
    const { code: plainCode, out } = await runCaught(['doctor'], (program) =>
      addDoctorCommand(program, {
        projectDir,
        findDatabaseUrl: () => Promise.resolve(database.url),
        readConfig: () => config,
      }),
    );
    assert.equal(plainCode, 0);
    assert.match(out, /^ok {7}node {16}Node 26\.[\d.]+\.$/m);
    assert.equal(out.trimEnd().split('\n').length, states.size);
  });

  test('row-level security switched off or no longer forced on a table is a fault', async () => {
    await database.admin('alter table farol.memberships disable row level security');
    await database.admin('alter table farol.organizations no force row level security');
    const { code, err, of } = await examineIt();
    assert.deepEqual([code, err], [1, 'There is 1 fault.\n']);
    assert.match(
      of('row-level security').message,
      /memberships has no forced row-level security; organizations has no forced/,
    );
    await database.admin('alter table farol.memberships enable row level security');
    await database.admin('alter table farol.organizations force row level security');
    assert.equal((await examineIt()).code, 0);
  });

  test('an application role that owns a table is a fault', async () => {
    const [{ owner = '' } = {}] = (await database.admin(
      `select tableowner as owner from pg_tables where schemaname = 'farol' and tablename = 'plans'`,
    )) as { owner?: string }[];
    await database.admin('alter table farol.plans owner to farol_app');
    const { code, of } = await examineIt();
    assert.equal(code, 1);
    assert.match(of('role').message, /owner of plans/);
    await database.admin(`alter table farol.plans owner to "${owner}"`);
  });

  test('a key file that is another one, broken, open to others or missing is a fault', async () => {
    const other = join(config.dataDir, 'other.key');
    createKeyFile(other);
    const wrong = await examineIt({ FAROL_KEY_FILE: other });
    assert.deepEqual(
      [wrong.code, wrong.states.get('key file'), wrong.states.get('signing keys')],
      [1, 'ok', 'fault'],
    );
    assert.match(wrong.of('signing keys').message, /do not open with the key file/);
    chmodSync(other, 0o444);
    assert.match((await examineIt({ FAROL_KEY_FILE: other })).of('key file').remedy ?? '', /chmod 400/);
    const broken = join(config.dataDir, 'broken.key');
    writeFileSync(broken, 'not a key\n', { mode: 0o400 });
    assert.match((await examineIt({ FAROL_KEY_FILE: broken })).of('key file').message, /does not hold a key/);
    const missing = await examineIt({ FAROL_KEY_FILE: join(config.dataDir, 'none.key') });
    assert.deepEqual(
      [missing.states.get('key file'), missing.states.get('signing keys')],
      ['fault', 'fault'],
    );
    assert.match(missing.of('key file').remedy ?? '', /npx farol keys create/);
  });

  test('a database without a signing key is a fault', async () => {
    await database.admin('update farol.signing_keys set retired_at = now()');
    assert.match((await examineIt()).of('signing keys').remedy ?? '', /npx farol keys rotate/);
    await database.admin('update farol.signing_keys set retired_at = null');
  });

  test('demo users that can log in on a database of your own are a fault', async () => {
    await database.admin('update farol.users set disabled_at = null where id = 2');
    const { code, of } = await examineIt();
    assert.equal(code, 1);
    assert.match(of('demo users').remedy ?? '', /"npx farol user disable 2"\.$/);
    await database.admin('update farol.users set disabled_at = now() where id = 2');
  });

  test('too little disk, a file in the place of the data folder and an address of another machine are faults', async () => {
    assert.equal((await examineIt({ FAROL_DISK_FLOOR_MB: '1000000' })).states.get('disk'), 'fault');
    const inTheWay = join(config.dataDir, 'file');
    writeFileSync(inTheWay, '');
    assert.equal((await examineIt({ FAROL_DATA_DIR: inTheWay })).states.get('data folder'), 'fault');
    const elsewhere = await examineIt({
      FAROL_HOST: '192.0.2.1',
      FAROL_BEHIND_TLS_PROXY: 'on',
      FAROL_PORT: '8123',
    });
    assert.match(elsewhere.of('port').remedy ?? '', /FAROL_HOST/);
  });
});

suite('the doctor when little or nothing works', () => {
  test('every fault of the configuration is told, and the machine is still looked at', async () => {
    const { code, out, states } = await consult({
      readConfig: () =>
        loadConfig(projectDir, { FAROL_PORT: 'x', FAROL_DEMO: 'perhaps', FAROL_NONSENSE: '1' }),
    });
    assert.equal(code, 1);
    for (const name of ['FAROL_PORT', 'FAROL_DEMO', 'FAROL_NONSENSE']) {
      assert.ok(out.includes(name));
    }
    assert.deepEqual(Object.fromEntries(states), { node: 'ok', packages: 'ok', configuration: 'fault' });
  });

  test('a database that cannot be reached is a fault that names neither user nor password', async () => {
    const url = 'postgresql://somebody:secret-word@127.0.0.1:1/farol';
    const { code, out, of, states } = await consult({ readConfig: () => makeConfig(url) });
    assert.equal(code, 1);
    assert.match(of('database').message, /ECONNREFUSED/);
    assert.equal(states.has('migrations'), false);
    assert.doesNotMatch(out, /somebody|secret-word/);
  });

  test('an embedded database that is not running is a warning, and no fault', async () => {
    const { code, of, states } = await consult({
      readConfig: () =>
        loadConfig(projectDir, {
          FAROL_DATA_DIR: makeConfig('x').dataDir,
          FAROL_PORT: '0',
          FAROL_DISK_FLOOR_MB: '0',
        }),
    });
    assert.deepEqual([code, states.get('database'), states.get('key file')], [0, 'warning', 'warning']);
    assert.match(of('database').remedy ?? '', /npm start/);
  });

  test('a search for the database that fails is a fault', async () => {
    const { code, states } = await consult({
      readConfig: () => makeConfig('x'),
      findDatabaseUrl: () => Promise.reject(new Error('anything')),
    });
    assert.deepEqual([code, states.get('database')], [1, 'fault']);
  });

  test('a database that was never migrated says what to run', async () => {
    const database = await createTestDatabase('empty');
    const { code, of, states } = await consult({ readConfig: () => makeConfig(database.url) });
    await database.drop();
    assert.equal(code, 1);
    assert.match(of('migrations').remedy ?? '', /npx farol migrate/);
    assert.equal(states.has('signing keys'), false);
  });
});

suite('the doctor at a port in use', () => {
  let server: Server;
  const examinePort = async (answer: RequestListener): Promise<Finding> => {
    server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { FAROL_PORT: String(port), FAROL_METRICS_PORT: '0' };
    const { of } = await consult({
      readConfig: () => makeConfig('postgresql://farol@127.0.0.1:1/farol', env),
    });
    return of('port');
  };
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('Farol itself is no fault', async () => {
    assert.equal((await examinePort((_request, reply) => reply.end('{"status":"live"}'))).state, 'ok');
  });

  test('another program is one', async () => {
    const finding = await examinePort((_request, reply) => reply.end('hello'));
    assert.equal(finding.state, 'fault');
    assert.match(finding.message, /taken by another program/);
  });
});

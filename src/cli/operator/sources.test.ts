import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase, projectDir } from '../../../test/support/database.ts';
import { settingsForSandbox, startSandbox } from '../../../test/support/sandbox.ts';
import { loadConfig } from '../../config.ts';
import { connect } from '../../connect.ts';
import { createKeyring, readKeyFile } from '../../platform/crypto/keyring.ts';
import type { Database, DatabaseRole } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { createLog } from '../../platform/log.ts';
import type { SourceState } from '../../platform/outbound/source-client.ts';
import { tellStates } from '../../platform/outbound/states.ts';
import { makeConfig, runCaught } from './fixtures/program.ts';
import type { Run } from './fixtures/program.ts';
import type { OperatorSession } from './session.ts';
import { addSourceCommands } from './sources.ts';

const noDatabase = (): Promise<never> => Promise.reject(new Error('there is no database'));

function run(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  return runCaught(args, (program) =>
    addSourceCommands(program, noDatabase, () => loadConfig(projectDir, env)),
  );
}

test('lists the connectors, what they lack, and what is therefore not checked', async () => {
  const none = await run(['sources', 'list']);
  assert.equal(none.code, 0);
  assert.match(
    none.out,
    /cnh +senatran +incomplete +renavam\.denatran\.serpro\.gov\.br +- +- +FAROL_SENATRAN_OPERATOR_CPF/,
  );
  for (const capability of ['cnh', 'scr', 'lawsuits', 'protests', 'processes']) {
    const setting = `FAROL_${capability.toUpperCase()}_SOURCE`;
    assert.ok(none.err.includes(`no source is configured: ${capability} (${setting}).`), capability);
  }
  const used = await run(['sources', 'list', '--json'], settingsForSandbox('http://127.0.0.1:9', 'celcoin'));
  const rows = JSON.parse(used.out) as { connector: string; state: string; missing: string[] }[];
  assert.deepEqual(
    rows.map(({ connector, state, missing }) => [connector, state, missing.length]),
    [
      ['senatran', 'in use', 0],
      ['pluggy', 'ready', 0],
      ['celcoin', 'in use', 0],
      ['judit', 'in use', 0],
      ['escavador', 'ready', 0],
      ['infosimples', 'in use', 0],
      ['datajud', 'in use', 0],
    ],
  );
});

test('tries a source with one real question and prints nothing about anybody', async () => {
  const { url, world } = await startSandbox();
  const env = { ...settingsForSandbox(url, 'pluggy'), FAROL_LAWSUITS_SOURCE: 'judit,escavador' };
  const asked = {
    senatran: '90010020055',
    pluggy: '90010020055',
    judit: '90000000256',
    escavador: '90000000256',
    infosimples: '90000002119',
    datajud: '90010020055',
  };
  for (const [name, document] of Object.entries(asked)) {
    const tried = await run(['sources', 'test', name, '--document', document, '--json'], env);
    assert.equal(tried.code, 0, tried.err);
    const row = JSON.parse(tried.out) as { outcome: string; milliseconds: number; bytes: number };
    assert.equal(row.outcome, 'ready');
    assert.ok(row.milliseconds >= 0 && row.bytes > 100);
    assert.ok(!/90010020055|HORTA|TESTE/.test(tried.out + tried.err) && !tried.out.includes(document));
  }
  const { senatran, pluggy, judit, escavador, infosimples, datajud } = world.calls();
  const totals = [senatran, pluggy, escavador, infosimples, datajud].map(({ total }) => total);
  assert.deepEqual([...totals, judit.searches], [1, 1, 1, 1, 1, 1]);
  const broken = await run(['sources', 'test', 'senatran', '--document', '900.100.206-40'], env);
  assert.equal(broken.code, 1);
  assert.match(broken.out, /BAD_SHAPE/);
  assert.match(broken.out, /SUBJECT_MISMATCH/);
});

test('refuses a source that is unknown or not in use, and a document that is none', async () => {
  const env = settingsForSandbox('http://127.0.0.1:9', 'pluggy');
  assert.equal((await run(['sources', 'test', 'nobody'], env)).code, 3);
  assert.equal((await run(['sources', 'test', 'celcoin'], env)).code, 4);
  assert.equal((await run(['sources', 'test', 'senatran', '--document', '1'], env)).code, 2);
});

test('serves the sandbox as a command, on loopback, until it is told to stop', async () => {
  const args = [join(projectDir, 'src', 'cli.ts'), 'sandbox', 'serve', '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line.toString())?.[0] ?? '';
  assert.equal((await fetch(`${url}/sandbox/health`)).status, 200);
  const tried = await run(['sources', 'test', 'senatran'], settingsForSandbox(url, 'pluggy'));
  assert.equal(tried.code, 0, tried.err);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

async function openBed(env: Record<string, string>) {
  const database = await createTestDatabase('seeded');
  const config = makeConfig(database.url, env);
  const log = createLog({ level: 'silent', process: 'test' });
  const as = (role: DatabaseRole): Database =>
    connect({ config, databaseUrl: database.url, log }, role, 'test');
  const open = (): Promise<OperatorSession> => {
    const operator = as('farol_operator');
    const keyring = () => createKeyring(readKeyFile(config.keyFile));
    const close = () => operator.close();
    return Promise.resolve({ config, databaseUrl: database.url, operator, keyring, close });
  };
  const say = (...args: string[]): Promise<Run> =>
    runCaught(['sources', ...args], (program) => addSourceCommands(program, open, () => config));
  return { database, as, say };
}

test('refreshes what is known of a document, and tells how many and never what', async () => {
  const { url } = await startSandbox();
  const { database, say } = await openBed(settingsForSandbox(url, 'pluggy'));
  const brought = await say('refresh', '900.000.002-56', '--json');
  assert.equal(brought.code, 0, brought.err);
  const rows = JSON.parse(brought.out) as { source: string; outcome: string; brought: number }[];
  assert.deepEqual(
    rows.map(({ source, outcome, brought: count }) => [source, outcome, count]),
    [
      ['judit', 'ready', 1],
      ['infosimples', 'empty', 0],
    ],
  );
  assert.ok(!brought.out.includes('90000000256'));
  const [stored] = (await database.admin(
    `select (select count(*)::int from registry.case_parties where root = '90000000256') as cases,
       (select count(*)::int from registry.protest_reports where document = '90000000256') as reports`,
  )) as { cases: number; reports: number }[];
  assert.deepEqual(stored, { cases: 1, reports: 1 });
  const failed = await say('refresh', '90010020640');
  assert.equal(failed.code, 1);
  assert.match(failed.out, /SUBJECT_MISMATCH/);
  await database.drop();
  const idle = await openBed({});
  assert.equal((await idle.say('refresh', '90000000256')).code, 4);
  await idle.database.drop();
});

test('shows how a source in use fares, as the workers told it', async () => {
  const { database, as, say } = await openBed(settingsForSandbox('http://127.0.0.1:9', 'pluggy'));
  const worker = as('farol_app');
  const lastSuccessAt = new Date('2026-11-15T10:00:00Z');
  const state = (): SourceState => ({ breaker: 'open', inFlight: 0, queued: 0, lastSuccessAt });
  await worker.transaction(NO_SCOPE, (tx) => tellStates(tx, [{ name: 'senatran', state }]));
  const listed = await say('list', '--json');
  await worker.close();
  await database.drop();
  const rows = JSON.parse(listed.out) as { connector: string; breaker: string; lastSuccess: string }[];
  assert.deepEqual(
    rows.map(({ connector, breaker, lastSuccess }) => [connector, breaker, lastSuccess]),
    [
      ['senatran', 'open', '2026-11-15T10:00:00.000Z'],
      ['pluggy', null, null],
      ['celcoin', null, null],
      ['judit', null, null],
      ['escavador', null, null],
      ['infosimples', null, null],
      ['datajud', null, null],
    ],
  );
});

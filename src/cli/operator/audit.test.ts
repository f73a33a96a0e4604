import assert from 'node:assert/strict';
import { appendFileSync, renameSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { connect } from '../../connect.ts';
import { createAnchoring } from '../../features/audit/index.ts';
import { createKeyFile, createKeyring, readKeyFile } from '../../platform/crypto/keyring.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import { createLog } from '../../platform/log.ts';
import { createAuditChain } from '../../platform/sequencer/audit-chain.ts';
import { runRound } from '../../platform/sequencer/round.ts';
import { startTestProgram } from './fixtures/program.ts';
import type { TestProgram } from './fixtures/program.ts';

type Verified = {
  isWhole: boolean;
  organizations: {
    organizationId: number;
    rows: number;
    head: { number: number; hash: string };
    findings: object[];
  }[];
};

suite('audit by command', () => {
  let farol: TestProgram;
  before(async () => {
    farol = await startTestProgram();
    const { config, database, operator } = farol;
    createKeyFile(config.keyFile);
    for (const organizationId of [1, 1, 1, 2]) {
      await operator.transaction(NO_SCOPE, (tx) =>
        recordAudit(tx, [
          { organizationId, actor: 'operator', action: 'cnh.read', subject: 'probe 1', documentHash: null },
        ]),
      );
    }
    const log = createLog({ level: 'silent', process: 'test' });
    const sequencing = connect({ config, databaseUrl: database.url, log }, 'farol_sequencer', 'test');
    const keyring = createKeyring(readKeyFile(config.keyFile));
    await runRound(sequencing, createAuditChain(keyring));
    const anchoring = createAnchoring({
      database: sequencing,
      keyring,
      path: config.auditAnchorFile,
      everyMs: 3_600_000,
      log,
    });
    await anchoring.close();
    await sequencing.close();
  });
  after(() => farol.close());

  test('a whole audit is told with the head of each organization and exit code 0', async () => {
    const { isWhole, organizations } = await farol.ask<Verified>(['audit', 'verify']);
    assert.equal(isWhole, true);
    assert.deepEqual(
      organizations.map(({ organizationId, rows, head }) => [
        organizationId,
        rows,
        head.number,
        head.hash.length,
      ]),
      [
        [1, 3, 3, 64],
        [2, 1, 1, 64],
        [3, 0, 0, 0],
      ],
    );
    const { code, err } = await farol.run(['audit', 'verify', '--organization', '2']);
    assert.deepEqual({ code, err }, { code: 0, err: '' });
  });

  test('rows are exported as lines of JSON, oldest first, within a time when asked', async () => {
    const { code, out, err } = await farol.run(['audit', 'export', '--organization', '1']);
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      rows.map(({ number, organizationId, actor, subject, documentHash }) => ({
        number,
        organizationId,
        actor,
        subject,
        documentHash,
      })),
      [1, 2, 3].map((number) => ({
        number,
        organizationId: 1,
        actor: 'operator',
        subject: 'probe 1',
        documentHash: null,
      })),
    );
    assert.match(rows[0].at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    assert.match(rows[0].chainHash, /^[0-9a-f]{128}$/);
    const past = await farol.run(['audit', 'export', '--organization', '1', '--to', '2020-01-01']);
    assert.deepEqual(past, { code: 0, out: '', err: '' });
    const since = await farol.run(['audit', 'export', '--organization', '1', '--from', '2020-01-01T00:00Z']);
    assert.equal(since.out, out);
  });

  test('a missing anchor file is said and is no fault, a damaged line of it is named and is one', async () => {
    const path = farol.config.auditAnchorFile;
    renameSync(path, `${path}.aside`);
    const without = await farol.run(['audit', 'verify']);
    assert.equal(without.code, 0);
    assert.match(without.err, /^There is no anchor file .*audit-anchors\.jsonl: rows that were cut off/);
    renameSync(`${path}.aside`, path);
    appendFileSync(path, '{"at":"now"}\n');
    const damaged = await farol.run(['audit', 'verify']);
    assert.deepEqual(
      [damaged.code, damaged.err],
      [
        1,
        'Anchor file, line 2: is damaged, or was not written with this key file.\nThe audit is not whole.\n',
      ],
    );
  });

  test('what is wrong is named by organization and number, with exit code 1', async () => {
    await farol.database.admin(
      `update farol.audit_records set actor = 'nobody' where organization_id = 1 and number = 2`,
    );
    await farol.database.admin('delete from farol.audit_records where organization_id = 2');
    const { code, err } = await farol.run(['audit', 'verify']);
    assert.equal(code, 1);
    assert.equal(
      err,
      'Organization 1, row 2: is not as it was when it was numbered.\n' +
        'Organization 2, row 1: is missing.\n' +
        'Anchor file, line 2: is damaged, or was not written with this key file.\n' +
        'The audit is not whole.\n',
    );
    const json = await farol.run(['audit', 'verify', '--organization', '1', '--json']);
    assert.equal(json.code, 1);
    assert.deepEqual(JSON.parse(json.out).organizations[0].findings, [
      { organizationId: 1, number: 2, through: 2, kind: 'altered' },
    ]);
    await farol.database.admin('delete from farol.sequence_heads where organization_id = 2');
    const cut = await farol.run(['audit', 'verify', '--organization', '2']);
    assert.match(cut.err, /^Organization 2, row 1: is gone though it was anchored: the end was cut off/);
  });

  test('wrong usage ends with 2 and an unknown organization with 3', async () => {
    const attempts: [string[], number][] = [
      [['export'], 2],
      [['export', '--organization', '1', '--from', 'yesterday'], 2],
      [['export', '--organization', '1', '--from', '2026-13-01'], 2],
      [['verify', '--organization', '0'], 2],
      [['verify', '--organization', '99'], 3],
      [['export', '--organization', '99'], 3],
    ];
    for (const [args, wanted] of attempts) {
      const { code, out } = await farol.run(['audit', ...args]);
      assert.deepEqual({ args, code, out }, { args, code: wanted, out: '' });
    }
  });
});

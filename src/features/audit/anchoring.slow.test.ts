import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createKeyring } from '../../platform/crypto/keyring.ts';
import { createAuditChain } from '../../platform/sequencer/audit-chain.ts';
import { openSequencedDatabase, silent } from '../../platform/sequencer/fixtures/sequenced-database.ts';
import type { SequencedDatabase } from '../../platform/sequencer/fixtures/sequenced-database.ts';
import { runRound } from '../../platform/sequencer/round.ts';
import { readAnchors } from './anchor-file.ts';
import { createAnchoring } from './anchoring.ts';
import type { Anchoring } from './anchoring.ts';
import { verifyAudit } from './verify.ts';

describe('anchored audit', () => {
  const keyring = createKeyring(randomBytes(32));
  const chain = createAuditChain(keyring);
  let test: SequencedDatabase;
  let folder: string;
  let path: string;
  let anchoring: Anchoring;
  const start = (): Anchoring =>
    createAnchoring({ database: test.sequencing, keyring, path, everyMs: 3_600_000, log: silent });
  const add = async (organizationId: number, count: number): Promise<void> => {
    await test.addAudit(organizationId, count);
    await runRound(test.sequencing, chain);
  };
  const verify = async (organizationId: number): Promise<string[]> => {
    const anchors = await readAnchors(path, keyring);
    const { findings } = await verifyAudit({ database: test.operator, chain, anchors }, organizationId);
    return findings.map(({ number, through, kind }) => `${number}-${through} ${kind}`);
  };
  const cutBehind = async (number: number): Promise<void> => {
    await test.database.admin('delete from farol.audit_records where organization_id = 1 and number > $1', [
      number,
    ]);
    await test.database.admin(
      `update farol.sequence_heads h set audit_number = $1, audit_hash = substring(a.chain_hash from 33)
       from farol.audit_records a where h.organization_id = 1 and a.organization_id = 1 and a.number = $1`,
      [number],
    );
  };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'farol-anchors-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    test = await openSequencedDatabase();
    path = join(folder, randomBytes(4).toString('hex'), 'anchors.jsonl');
    anchoring = start();
    await add(1, 10);
    await anchoring.anchorNow();
  });
  afterEach(async () => {
    await anchoring.close();
    await test.close();
  });

  it('is whole while rows are added, whether or not they are anchored yet', async () => {
    await add(1, 5);
    assert.deepEqual(await verify(1), []);
    await add(2, 3);
    await anchoring.anchorNow();
    await add(1, 1);
    assert.deepEqual([await verify(1), await verify(2)], [[], []]);
    const { exists, lines, faults, lastAt } = await readAnchors(path, keyring);
    assert.deepEqual({ exists, lines, faults }, { exists: true, lines: 2, faults: [] });
    assert.match(lastAt ?? '', /^\d{4}-\d\d-\d\dT/);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('misses a tail that a superuser cut off together with the head', async () => {
    await cutBehind(7);
    const { findings } = await verifyAudit({ database: test.operator, chain }, 1);
    assert.deepEqual(findings, [], 'without the anchor nothing shows');
    assert.deepEqual(await verify(1), ['8-10 cut']);
  });

  it('misses all rows of an organization with its head', async () => {
    await test.database.admin('delete from farol.audit_records; delete from farol.sequence_heads');
    assert.deepEqual(await verify(1), ['1-10 cut']);
  });

  it('tells of a database that was rolled back and went on, also after it was anchored again', async () => {
    await cutBehind(7);
    await add(1, 20);
    assert.deepEqual(await verify(1), ['10-10 replaced']);
    await start().close();
    assert.deepEqual(await verify(1), ['10-10 replaced']);
  });

  it('says that there is no file, and takes the audit for whole', async () => {
    rmSync(path);
    const anchors = await readAnchors(path, keyring);
    assert.deepEqual([anchors.exists, anchors.lines, anchors.faults], [false, 0, []]);
    assert.deepEqual(await verify(1), []);
  });

  it('names a line that was changed, cut short, signed by another key or taken out', async () => {
    for (const count of [1, 1, 1]) {
      await add(1, count);
      await anchoring.anchorNow();
    }
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, 4);
    const faultsOf = async (changed: readonly string[], key = keyring): Promise<string[]> => {
      writeFileSync(path, changed.join('\n'));
      return (await readAnchors(path, key)).faults.map(({ line, kind }) => `${line} ${kind}`);
    };
    const [first = '', second = '', third = '', fourth = ''] = lines;
    assert.deepEqual(await faultsOf([first, second, third.replace('"number":12', '"number":11'), fourth]), [
      '3 damaged',
      '4 lines missing before',
    ]);
    assert.deepEqual(await faultsOf([first, second, fourth]), ['3 lines missing before']);
    assert.deepEqual(await faultsOf([first, second, 'null', '{"heads":[null]}']), ['3 damaged', '4 damaged']);
    assert.equal((await faultsOf(lines, createKeyring(randomBytes(32)))).length, 4);
    assert.deepEqual(await faultsOf([first, second.slice(0, 40)]), ['2 damaged']);
    const next = start();
    await next.close();
    const faults = (await readAnchors(path, keyring)).faults;
    assert.deepEqual(faults, [{ line: 2, kind: 'damaged' }], 'the next line stands by itself');
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SIZES } from '../../../sandbox/generate.ts';
import { expectationOf, TEST_DOCUMENTS } from '../../../sandbox/test-documents.ts';
import type { Dossier } from './dossier-reading.ts';
import { startTestProgram } from './fixtures/program.ts';
import type { TestProgram } from './fixtures/program.ts';

const NOBODY = '90000000175';
const MANY = '90000015000142';

describe('the dossier by command', () => {
  let program: TestProgram;
  before(async () => {
    program = await startTestProgram();
  });
  after(() => program.close());
  const ask = (...args: string[]): Promise<Dossier> => program.ask<Dossier>(['dossier', ...args]);

  it('says what was not checked and what failed, before anything is imported', async () => {
    const { cases, debts, protests, partnerIn } = await ask(NOBODY, '--name', 'Alguém');
    const outcomes = [cases, debts, protests, partnerIn].map((part) => part?.outcome);
    assert.deepEqual(outcomes, ['NOT_CHECKED', 'NOT_CHECKED', 'NOT_CHECKED', 'NOT_CHECKED']);
    await program.database.admin(
      `insert into registry.imports (source, state, ended_at) values ('protests', 'failed', now())`,
    );
    const { out } = await program.run(['dossier', NOBODY]);
    assert.match(out, /Court cases: not checked \(cases never imported; datajud never imported\)/);
    assert.match(out, /Government debts: not checked: .*--name/);
    assert.match(out, /Protests: source failed \(protests never imported, newest import failed 20/);
  });

  it('has of every test document what is published of it', async () => {
    await program.ask(['sandbox', 'load', '--size', 'small']);
    for (const test of TEST_DOCUMENTS) {
      const expected = expectationOf(test, SIZES.small.cases);
      const { cases, debts, protests } = await ask(test.document, '--name', test.name);
      const inCollection = debts.debts.filter(({ state }) => state === 'COLLECTING').length;
      assert.deepEqual(
        [cases.count, protests.count, inCollection],
        [expected.all, expected.liveProtests, expected.debtsInCollection],
        test.document,
      );
      assert.equal(cases.outcome, expected.all === 0 ? 'NOTHING_FOUND' : 'FOUND');
    }
  });

  it('takes documents however they are written, and refuses wrong ones', async () => {
    for (const text of ['90AB0C30000119', '90ab0c30000119', ' 90.AB0.C30/0001-19 ']) {
      const { document, company, partners } = await ask(text);
      assert.equal(document, '90.AB0.C30/0001-19');
      assert.deepEqual([company?.found?.establishments, partners?.found.length], [2, 2]);
    }
    const { code, err } = await program.run(['dossier', '90000000176']);
    assert.equal(code, 2);
    assert.match(err, /right check digits/);
  });

  it('pages through many cases', async () => {
    const seen = new Set<string>();
    let next: string | null = null;
    for (let page = 0; page === 0 || next !== null; page += 1) {
      const { cases } = await ask(MANY, '--cases', '90', ...(next === null ? [] : ['--after', next]));
      assert.equal(cases.count, 300);
      cases.listed.forEach(({ number }) => seen.add(number));
      next = cases.next;
    }
    assert.equal(seen.size, 300);
    const { out } = await program.run(['dossier', MANY, '--cases', '2']);
    assert.match(out, /300 in all\nnumber +court +class +side +life +value +filed/);
    assert.match(out, /More follow: --after \d{20}/);
  });

  it('looks up and down the chain of owners', async () => {
    const chain = await ask('90000032000180');
    assert.equal(chain.partners?.found[0]?.document, '90000033000124');
    assert.deepEqual(
      chain.partnerIn?.found.map(({ root }) => root),
      ['90000031'],
    );
    const top = TEST_DOCUMENTS.find(({ document }) => document === '90000003433');
    const { partnerIn } = await ask('90000003433', '--name', top?.name ?? '');
    assert.deepEqual(
      partnerIn?.found.map(({ root }) => root),
      ['90000033'],
    );
    const { out } = await program.run(['dossier', '90000035000113']);
    assert.ok(out.includes('***') && !out.includes('90000003603'), "a sole trader's CPF is masked");
  });

  it('opens a case, and none that may not be told', async () => {
    const [known] = (await ask('90000000337')).cases.listed;
    const { code, out } = await program.run(['case', known?.number ?? '']);
    assert.equal(code, 0);
    assert.match(out, /cases +G1/);
    assert.ok(!out.includes('90000000337'), 'CPFs of parties are masked');
    const [secret] = (await program.database.admin(
      `select r.number from registry.case_records r where r.secrecy > 0 limit 1`,
    )) as { number: string }[];
    const hidden = await program.run(['case', secret?.number ?? '']);
    assert.equal(hidden.code, 3);
    assert.match(hidden.err, /There is no case .*cases imported 20/);
    assert.equal((await program.run(['case', '1'])).code, 2);
  });
});

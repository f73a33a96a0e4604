import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { startRegisterApi } from '../../../test/support/register.ts';
import type { RegisterApi } from '../../../test/support/register.ts';

const DOCUMENT = '90010020993';
const SIGNER = 'Zenaide Canário';
const MAIL = 'zenaide.canario@example.com';

async function dumpAll(test: RegisterApi): Promise<string> {
  const tables = (await test.database.admin(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('farol', 'pgboss')`,
  )) as { name: string }[];
  const dumps: string[] = [];
  for (const { name } of tables) {
    const rows = await test.database.admin(`select t::text as line from ${name} t`);
    dumps.push(...rows.map((row) => (row as { line: string }).line));
  }
  return dumps.join('\n');
}

describe('what the credit register keeps', () => {
  let test: RegisterApi;
  let token: string;
  before(async () => {
    test = await startRegisterApi({ scr: 'celcoin', env: { FAROL_SCR_CONSENT: 'required' } });
    token = (await logIn(test)).token;
    await test.startWorker();
    await test.inject({
      method: 'POST',
      url: '/v1/scr/consents',
      headers: { ...bearer(token), 'idempotency-key': 'canary' },
      payload: {
        organizationId: 1,
        document: DOCUMENT,
        mode: 'OWN_PROOF',
        textHash: 'ab'.repeat(32),
        signedAt: '2026-11-01T12:00:00Z',
        signers: [{ name: SIGNER, document: '90010020136', email: MAIL }],
      },
    });
  });
  after(() => test.close());

  it('holds no document, name or amount in clear, and says so in no log', async () => {
    const answer = await test.finish(token, DOCUMENT);
    assert.equal(answer.statusCode, 200, answer.body);
    const { indicators } = answer.json();
    const amounts = [indicators.activePortfolio, indicators.overdue, indicators.creditLimits] as string[];
    // The search of the logs takes nothing that would be found by chance.
    noteCanary(SIGNER, MAIL, ...amounts.filter((amount) => amount.length >= 8));
    const dump = await dumpAll(test);
    assert.ok(dump.includes('scr.completed'));
    for (const canary of [DOCUMENT, SIGNER, MAIL, '90010020136', ...amounts]) {
      const inHex = Buffer.from(canary).toString('hex');
      assert.ok(!dump.includes(canary) && !dump.includes(inHex), 'a canary stands in clear');
    }
  });

  it('is bound to its row: moved to another it does not open', async () => {
    const other = (await logIn(test, 'other')).token;
    await test.database.admin(
      `insert into farol.scr_enquiries (organization_id, document_hash, reference_month, id, status, wrapped_document,
         wrapped_indicators, settled_at)
       select 3, document_hash, reference_month, id, status, wrapped_document, wrapped_indicators, settled_at
       from farol.scr_enquiries where organization_id = 1`,
    );
    await test.database.admin(
      `insert into farol.scr_consents select 3, id, document_hash, mode, proof_hash, wrapped_proof
       from farol.scr_consents where organization_id = 1`,
    );
    assert.equal((await test.ask(other, DOCUMENT)).statusCode, 500);
    await test.database.admin('delete from farol.scr_enquiries where organization_id = 3');
  });

  it('puts every read on record with the keyed hash, and nothing else of the document', async () => {
    const count = async (): Promise<number> => {
      const [row] = (await test.database.admin(
        `select count(*)::int as reads from farol.audit_records a
         where a.action = 'scr.read' and a.organization_id = 1 and a.actor like 'session %'
           and a.document_hash = (select e.document_hash from farol.scr_enquiries e where e.organization_id = 1)`,
      )) as { reads: number }[];
      return row?.reads ?? 0;
    };
    const earlier = await count();
    await test.ask(token, DOCUMENT);
    assert.equal(await count(), earlier + 1);
  });

  it('is removed when it is thirty days old', async () => {
    await test.database.admin(
      `update farol.scr_enquiries set settled_at = settled_at - interval '30 days' where organization_id = 1`,
    );
    assert.equal(await test.sweep(), 1);
    assert.deepEqual(await test.database.admin('select id from farol.scr_enquiries'), []);
  });
});

// Every place that takes a document, with the ways in which people write one: punctuated, in lower case, with spaces, and
// with the letters that a CNPJ may have since July 2026. Whatever the way, it is the same document.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { startRegisterApi } from '../../../test/support/register.ts';
import type { RegisterApi } from '../../../test/support/register.ts';
import { connect } from '../../connect.ts';
import { openKeyring } from '../../platform/crypto/keyring.ts';
import { runCaught } from './fixtures/program.ts';
import { addOperatorCommands } from './index.ts';

const CPF = { bare: '90010020055', shown: '900.100.200-55' };
const CNPJ = { bare: '90010021000180', shown: '90.010.021/0001-80' };
const LETTERS = { bare: 'ZZ90X001000181', shown: 'ZZ.90X.001/0001-81' };
const WRONG = [
  '900.100.200-56',
  '90.010.021/0001-81',
  'ZZ.90X.001/0001-82',
  'zz90x00100018l',
  '1',
  '00000000000',
];

function spellings({ bare, shown }: { bare: string; shown: string }): string[] {
  const spaced = shown.replaceAll(/[./-]/g, ' ');
  return [bare, shown, shown.toLowerCase(), bare.toLowerCase(), `  ${spaced.toLowerCase()} `];
}

describe('a document, however it is written', () => {
  let test: RegisterApi;
  let token: string;
  before(async () => {
    test = await startRegisterApi({ env: { FAROL_SCR_CONSENT: 'required' } });
    token = (await logIn(test)).token;
    noteCanary(...[CPF, CNPJ, LETTERS].flatMap(({ bare, shown }) => [bare, shown, shown.toLowerCase()]));
  });
  after(() => test.close());

  const post = (url: string, payload: object) =>
    test.inject({ method: 'POST', url, headers: bearer(token), payload });
  const consent = (document: string, signer: string) =>
    post('/v1/scr/consents', {
      organizationId: 1,
      document,
      mode: 'OWN_PROOF',
      textHash: 'ab'.repeat(32),
      signedAt: '2026-01-01T12:00:00Z',
      signers: [{ name: 'Maria Sandbox', document: signer }],
    });
  const link = (document: string) =>
    post('/v1/scr/consents', { organizationId: 1, document, mode: 'LINKED_ITEM', itemId: 'item-1' });
  const farol = (...args: string[]) =>
    runCaught(args, (program) =>
      addOperatorCommands(program, async () => {
        const { config, log, database } = test;
        const operator = connect({ config, databaseUrl: database.url, log }, 'farol_operator', 'test');
        const keyring = () => openKeyring(config.keyFile);
        return { config, databaseUrl: database.url, operator, keyring, close: () => operator.close() };
      }),
    );

  for (const document of [CPF, CNPJ, LETTERS]) {
    it(`is one document for consents and for the register: ${document.bare.length} characters, ${document.bare.slice(0, 2)}`, async () => {
      const ids = new Set<string>();
      for (const text of spellings(document)) {
        const given = await consent(text, text);
        assert.deepEqual([given.statusCode, given.json().document], [200, document.bare]);
        ids.add(given.json().consentId);
        const linked = await link(text);
        assert.deepEqual([linked.statusCode, linked.json().document], [200, document.bare]);
        ids.add(linked.json().consentId);
      }
      assert.equal(ids.size, 2, 'one for each kind of proof');
      const earlier = await test.available();
      for (const text of spellings(document)) {
        assert.equal((await test.ask(token, text)).statusCode, 202);
      }
      assert.equal(await test.available(), earlier - 1);
    });

    it(`is one document for the dossier: ${document.bare.length} characters, ${document.bare.slice(0, 2)}`, async () => {
      for (const text of spellings(document)) {
        const { code, out, err } = await farol('dossier', text, '--json');
        assert.equal(code, 0, err);
        assert.equal((JSON.parse(out) as { document: string }).document, document.shown);
      }
    });
  }

  it('is one CPF for driver licences', async () => {
    for (const text of spellings(CPF)) {
      const created = await post('/v1/cnh', { organizationId: 1, document: text });
      assert.deepEqual([created.statusCode, created.json().document], [201, CPF.bare]);
      for (const asked of spellings(CPF)) {
        const latest = await test.inject({
          url: `/v1/cnh/organizations/1/document/${encodeURIComponent(asked)}`,
          headers: bearer(token),
        });
        assert.equal(latest.json().requestId, created.json().requestId);
      }
    }
    for (const text of [...spellings(CNPJ), ...spellings(LETTERS)]) {
      assert.equal((await post('/v1/cnh', { organizationId: 1, document: text })).statusCode, 400);
    }
  });

  it('is refused everywhere when it is none', async () => {
    for (const text of WRONG) {
      assert.equal((await test.ask(token, text)).json().status, 'INVALID_DOCUMENT', text);
      assert.equal((await link(text)).json().status, 'INVALID_DOCUMENT', text);
      assert.equal((await consent(CPF.bare, text)).statusCode, 400, text);
      assert.equal((await post('/v1/cnh', { organizationId: 1, document: text })).statusCode, 400, text);
      assert.equal((await farol('dossier', text)).code, 2, text);
    }
  });
});

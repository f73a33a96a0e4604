import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { projectDir } from '../test/support/database.ts';
import { settingsForSandbox, startSandbox, LIVE_DOCUMENTS } from '../test/support/sandbox.ts';
import { ConfigFault, loadConfig } from './config.ts';
import { describeConnectors, openConnectors } from './connectors.ts';
import type { Connectors } from './connectors.ts';
import { documentType } from './documents/document.ts';
import type { Document } from './documents/document.ts';
import { testSurroundings, summaryOf } from './platform/outbound/fixtures/replay.ts';

/** What each effect of a test document must come to: for a licence, at the credit register's two sources, for lawsuits, for protests. */
const OUTCOMES = {
  ANSWERS: ['ready', 'ready', 'ready', 'empty', 'empty'],
  NOT_FOUND: ['empty', 'empty', 'empty', 'empty', 'empty'],
  SLOW: ['TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT'],
  RATE_LIMITED: ['ready', 'ready', 'ready', 'empty', 'empty'],
  SERVER_ERROR: [
    'SOURCE_DOWN HTTP_500',
    'SOURCE_DOWN HTTP_500',
    'SOURCE_DOWN HTTP_500',
    'SOURCE_DOWN HTTP_500',
    'SOURCE_DOWN HTTP_500',
  ],
  TRUNCATED: [
    'BAD_SHAPE TRUNCATED',
    'BAD_SHAPE TRUNCATED',
    'BAD_SHAPE TRUNCATED',
    'BAD_SHAPE TRUNCATED',
    'BAD_SHAPE TRUNCATED',
  ],
  WRONG_PERSON: [
    'BAD_SHAPE SUBJECT_MISMATCH',
    'BAD_SHAPE SUBJECT_MISMATCH',
    'BAD_SHAPE SUBJECT_MISMATCH',
    'BAD_SHAPE SUBJECT_MISMATCH',
    'BAD_SHAPE SUBJECT_MISMATCH',
  ],
  HTML: [
    'BAD_SHAPE CONTENT_TYPE',
    'BAD_SHAPE CONTENT_TYPE',
    'BAD_SHAPE CONTENT_TYPE',
    'BAD_SHAPE CONTENT_TYPE',
    'BAD_SHAPE CONTENT_TYPE',
  ],
  CONSENT_MISSING: ['ready', 'CONSENT_NEEDED ITEM_NOT_FOUND', 'CONSENT_NEEDED', 'empty', 'empty'],
} as const;

async function openOnSandbox(scr: 'pluggy' | 'celcoin'): Promise<Connectors> {
  const { url } = await startSandbox();
  const config = loadConfig(projectDir, {
    ...settingsForSandbox(url, scr),
    FAROL_SOURCE_DEADLINE_MS: '3000',
    FAROL_LAWSUITS_SOURCE: 'judit,escavador',
  });
  const connectors = openConnectors(config, testSurroundings());
  after(() => connectors.close());
  return connectors;
}

async function askScr({ scr }: Connectors, document: string): Promise<string> {
  assert.ok(scr !== null);
  const doc = { kind: documentType(document as Document), value: document };
  const consent =
    scr.consentMode === 'LINKED_ITEM'
      ? { mode: scr.consentMode, itemId: `sandbox-${document}` }
      : { mode: 'OWN_PROOF' as const, textHash: 'hash', signedAt: '2026-11-15T00:00:00Z', signers: [] };
  return summaryOf(await scr.start({ doc, consent }));
}

const docOf = (document: string) => ({ kind: documentType(document as Document), value: document });

async function search({ lawsuits }: Connectors, name: string, document: string): Promise<string> {
  const source = lawsuits.find((each) => each.name === name);
  assert.ok(source !== undefined);
  const doc = docOf(document);
  const begun = await source.start({ doc, askedSince: null });
  if (begun.kind !== 'pending') return summaryOf(begun);
  return summaryOf(await source.collect({ ticket: begun.ticket, doc, cursor: null }));
}

async function askProtests({ protests }: Connectors, document: string): Promise<string> {
  assert.ok(protests !== null);
  return summaryOf(await protests.start({ doc: docOf(document) }));
}

test('brings every test document of the sandbox to its outcome', async () => {
  const pluggy = await openOnSandbox('pluggy');
  const celcoin = await openOnSandbox('celcoin');
  // The sandbox's country is made with the first search, and takes a moment in which nobody else is answered.
  await search(pluggy, 'judit', '90000000256');
  await Promise.all(
    LIVE_DOCUMENTS.map(async ({ document, effect, lawsuits: story }) => {
      const [licence, linked, originated, sued, protested] = OUTCOMES[effect];
      if (document.length === 11) {
        const outcome = await pluggy.cnh?.start({ cpf: document });
        assert.ok(outcome !== undefined);
        assert.equal(summaryOf(outcome), licence, `${document} licence`);
      }
      assert.equal(await askScr(pluggy, document), linked, `${document} at Pluggy`);
      assert.equal(await askScr(celcoin, document), originated, `${document} at Celcoin`);
      const isKnownTo = (source: string): boolean =>
        story !== undefined && (story !== 'SECOND_ONLY' || source === 'escavador');
      for (const name of ['judit', 'escavador']) {
        const expected = isKnownTo(name) ? 'ready' : sued;
        assert.equal(await search(pluggy, name, document), expected, `${document} at ${name}`);
      }
      assert.equal(await askProtests(pluggy, document), protested, `${document} at Infosimples`);
    }),
  );
});

test('says plainly what is not checked and what is missing', () => {
  const none = loadConfig(projectDir, {});
  const connectors = openConnectors(none, testSurroundings());
  const { cnh, scr, lawsuits, protests, clients } = connectors;
  assert.deepEqual([cnh, scr, lawsuits, protests, clients], [null, null, [], null, []]);
  assert.ok(describeConnectors(none).every(({ isInUse, missing }) => !isInUse && missing.length > 0));
  const lacking = loadConfig(projectDir, {
    FAROL_CNH_SOURCE: 'senatran',
    FAROL_SCR_SOURCE: 'celcoin',
    FAROL_LAWSUITS_SOURCE: 'escavador, judit',
    FAROL_PROTESTS_SOURCE: 'infosimples',
  });
  assert.throws(
    () => openConnectors(lacking, testSurroundings()),
    (error: unknown) =>
      error instanceof ConfigFault &&
      error.faults.length === 5 &&
      /FAROL_SENATRAN_OPERATOR_CPF.*FAROL_CELCOIN_CLIENT_ID.*FAROL_JUDIT_API_KEY.*FAROL_ESCAVADOR_TOKEN.*FAROL_INFOSIMPLES_TOKEN/s.test(
        error.message,
      ),
  );
});

test('takes several sources of lawsuits, each of them once', () => {
  const sourcesOf = (raw: string): readonly string[] =>
    loadConfig(projectDir, { FAROL_LAWSUITS_SOURCE: raw }).lawsuitsSources;
  assert.deepEqual(['none', 'judit', 'escavador', 'escavador,judit'].map(sourcesOf), [
    [],
    ['judit'],
    ['escavador'],
    ['judit', 'escavador'],
  ]);
  for (const raw of ['judit,judit', 'judit,nobody', 'none,judit', 'judit,', ',']) {
    assert.throws(() => sourcesOf(raw), /FAROL_LAWSUITS_SOURCE must be none, or some of judit, escavador/);
  }
});

test('takes plain http for a source on this machine only', () => {
  assert.throws(
    () => loadConfig(projectDir, { FAROL_SENATRAN_URL: 'http://sources.example' }),
    /FAROL_SENATRAN_URL must be an https address/,
  );
});

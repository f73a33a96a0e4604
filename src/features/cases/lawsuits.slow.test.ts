import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { noteCanary } from '../../../test/support/canaries.ts';
import { readCaseLine, startLiveSources } from '../../../test/support/live-sources.ts';
import { expectationOf, TEST_DOCUMENTS } from '../../../test/support/sandbox.ts';
import { documentType } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { Outcome, Ticket } from '../../platform/outbound/outcome.ts';
import { countDossier, dossierKeyOf } from './dossier.ts';
import { collectLawsuits } from './lawsuits.ts';
import type { BroughtRecords } from './live-merge.ts';
import { mergeCases } from './live-merge.ts';
import type { CaseRecord, LawsuitSource } from './ports.ts';

const SMALL_CASES = 5000;
const KNOWN = TEST_DOCUMENTS.filter(({ cases, live }) => cases.length > 0 && live === undefined);
const [ONE_CLAIM] = KNOWN;
noteCanary(...KNOWN.slice(0, 5).map(({ document }) => document));

const inOrder = (one: string, other: string): number => one.localeCompare(other);

/** What a search by document tells of a record; a court's small claims are its first instance. */
function factOf({ number, degree, classCode, value, parties }: CaseRecord): string {
  const rank = degree === 'G2' || degree === 'TR' ? 'second' : degree === 'SUP' ? 'superior' : 'first';
  const people = parties.map(({ document, name, side, role }) => [document, name, side, role].join(' '));
  return JSON.stringify([number, rank, classCode, value, people.toSorted(inOrder)]);
}

const live = await startLiveSources();

describe('lawsuits by document, from the source into the registry', () => {
  const docOf = (document: string) => ({
    kind: documentType(document as Document),
    value: document,
  });
  const begin = async (document: string): Promise<Ticket> => {
    const begun = await live.lawsuits.start({ doc: docOf(document), askedSince: null });
    assert.ok(begun.kind === 'pending', JSON.stringify(begun));
    return begun.ticket;
  };
  const collect = (ticket: Ticket, document: string): Promise<Outcome<BroughtRecords>> =>
    collectLawsuits({ source: live.lawsuits, merger: live.merger }, { ticket, doc: docOf(document) });
  const refresh = async (document: string): Promise<Outcome<BroughtRecords>> =>
    collect(await begin(document), document);
  const count = (document: string, name: string | null = null): Promise<number> =>
    live.database.transaction(NO_SCOPE, (tx) => countDossier(tx, dossierKeyOf(document as Document, name)));
  const served = async (numbers: readonly string[]): Promise<CaseRecord[]> =>
    (await live.bed.admin(
      `select number, degree, class_code as "classCode", value::text, parties from registry.case_records
       where source = 'judit' and number = any ($1)`,
      [numbers],
    )) as CaseRecord[];

  it('tells the same cases as the files, with class, value and people', async () => {
    assert.ok(KNOWN.length > 10);
    for (const { document, cases, key } of KNOWN) {
      const named = cases
        .map(({ line }) => line)
        .filter(({ records }) =>
          records.some(({ parties }) => parties.some((party) => party.document === document)),
        );
      const outcome = await refresh(document);
      assert.equal(outcome.kind, named.length === 0 ? 'empty' : 'ready', key);
      const expected = named.flatMap(readCaseLine).map(factOf);
      const brought = (await served(named.map(({ number }) => number))).map(factOf);
      assert.deepEqual(brought.toSorted(inOrder), expected.toSorted(inOrder), key);
    }
  });

  it('changes no published result where the files were imported as well', async () => {
    const fetchedAt = new Date('2026-11-15T00:00:00Z');
    for (const { cases } of KNOWN) {
      const records = cases.flatMap(({ line }) => readCaseLine(line));
      await mergeCases(live.merger, records, { source: 'cases', fetchedAt });
    }
    for (const test of KNOWN) {
      assert.equal(await count(test.document, test.name), expectationOf(test, SMALL_CASES).all, test.key);
    }
  });

  it('changes nothing when the same document is searched again', async () => {
    const again = await refresh(ONE_CLAIM?.document ?? '');
    assert.ok(again.kind === 'ready' && again.value.records > 0);
    assert.equal(again.value.news, 0);
  });

  it('reads all pages of a document that has many cases, and pays for one search', async () => {
    const many = TEST_DOCUMENTS.find(({ hasManyCases }) => hasManyCases === true)?.document ?? '';
    const before = live.world.calls().judit.searches;
    const outcome = await refresh(many);
    assert.ok(outcome.kind === 'ready');
    assert.deepEqual([outcome.value, await count(many)], [{ records: 300, news: 300 }, 300]);
    assert.equal(live.world.calls().judit.searches - before, 1);
    assert.deepEqual(
      [outcome.meta.freshness, outcome.meta.complete, outcome.meta.raw],
      ['live', true, undefined],
    );
  });

  it('brings what is new when time goes by, and only then', async () => {
    const document = ONE_CLAIM?.document ?? '';
    const before = await count(document);
    live.world.travelTo('2029-01-31');
    const later = await refresh(document);
    assert.ok(later.kind === 'ready' && later.value.news > 0);
    assert.equal(await count(document), before + later.value.news);
    live.world.travelTo(null);
    const back = await refresh(document);
    assert.ok(back.kind === 'ready' && back.value.news === 0);
  });

  it('waits for a search that goes on, and finds it again instead of paying twice', async () => {
    const document = KNOWN[1]?.document ?? '';
    const before = live.world.calls().judit.searches;
    live.world.behave('judit', { pendingMs: 400 });
    const askedSince = new Date(live.world.now().getTime() - 1000).toISOString();
    const ticket = await begin(document);
    assert.equal((await collect(ticket, document)).kind, 'pending');
    const found = await live.lawsuits.start({ doc: docOf(document), askedSince });
    assert.ok(found.kind === 'pending');
    assert.equal(found.ticket.ref, ticket.ref);
    assert.equal(live.world.calls().judit.searches - before, 1);
    await sleep(450);
    assert.equal((await collect(found.ticket, document)).kind, 'ready');
    live.world.behave('judit', { pendingMs: 0 });
  });

  it('says that the source failed in the middle, keeps what came, and goes on for nothing', async () => {
    const many = TEST_DOCUMENTS.find(({ hasManyCases }) => hasManyCases === true)?.document ?? '';
    await live.bed.admin('truncate registry.case_records, registry.case_parties');
    const ticket = await begin(many);
    const searches = live.world.calls().judit.searches;
    const source: LawsuitSource = {
      ...live.lawsuits,
      collect: async (collection) => {
        const page = await live.lawsuits.collect(collection);
        if (collection.cursor === '2') live.world.behave('judit', { mode: 'down' });
        return page;
      },
    };
    const search = { ticket, doc: docOf(many) };
    const failed = await collectLawsuits({ source, merger: live.merger }, search);
    assert.ok(failed.kind === 'failed' && !failed.fault.maybeBilled);
    assert.equal(await count(many), 100, 'two pages came');
    live.world.behave('judit', { mode: 'normal' });
    const whole = await collect(ticket, many);
    assert.ok(whole.kind === 'ready');
    assert.deepEqual(whole.value, { records: 300, news: 200 });
    assert.equal(live.world.calls().judit.searches, searches);
  });
});

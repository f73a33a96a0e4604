// The second source of lawsuits by itself: names for codes, pages that each cost something, documents that courts leave out.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import { readCaseLine, startLiveSources } from '../../../test/support/live-sources.ts';
import { TEST_DOCUMENTS } from '../../../test/support/sandbox.ts';
import type { CaseLine } from '../../../test/support/sandbox.ts';
import { documentRoot, documentType } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { Doc, Outcome, Ticket } from '../../platform/outbound/outcome.ts';
import { degreeRank } from './degree.ts';
import { deriveFacts } from './facts.ts';
import { collectLawsuits } from './lawsuits.ts';
import type { BroughtRecords } from './live-merge.ts';
import type { LawsuitSource } from './ports.ts';

const KNOWN = TEST_DOCUMENTS.filter(({ cases, live }) => cases.length > 0 && live === undefined);
const MANY = TEST_DOCUMENTS.find(({ hasManyCases }) => hasManyCases === true)?.document ?? '';
noteCanary(...KNOWN.slice(0, 5).map(({ document }) => document));

const live = await startLiveSources({ FAROL_LAWSUITS_SOURCE: 'escavador' });

async function begin(document: string): Promise<{ doc: Doc; ticket: Ticket }> {
  const doc = { kind: documentType(document as Document), value: document };
  const begun = await live.lawsuits.start({ doc, askedSince: null });
  assert.ok(begun.kind === 'pending');
  return { doc, ticket: begun.ticket };
}

async function refresh(document: string): Promise<Outcome<BroughtRecords>> {
  const parts = { source: live.lawsuits, merger: live.merger };
  return collectLawsuits(parts, await begin(document));
}

type Row = { number: string; side: string; natures: number };

const rowsOf = async (document: string): Promise<Row[]> =>
  (await live.bed.admin(
    `select number, side, natures from registry.case_parties where root = $1 and document = $2 order by number`,
    [documentRoot(document as Document), document],
  )) as Row[];

/** What the codes say without movements, which a search by document does not tell. */
function naturesByCode(line: CaseLine): number {
  const [first, ...others] = readCaseLine(line).map((record) => Object.assign(record, { movements: [] }));
  assert.ok(first !== undefined);
  return deriveFacts([first, ...others]).facts.natures;
}

const asked = (): number => live.world.calls().escavador.total;

describe('lawsuits by document from a source that gives names for codes', () => {
  it('stand where the files say, with the nature that the name of the class stands for', async () => {
    for (const { document, cases, key } of KNOWN) {
      const expected = cases
        .map(({ line }) => line)
        .flatMap((line) => {
          const { number, records } = line;
          const lowest = records.toSorted((a, b) => degreeRank(a.degree) - degreeRank(b.degree));
          const own = lowest.flatMap(({ parties }) =>
            parties.filter((party) => party.document === document && !party.homonym),
          );
          const side = own.find(({ role }) => role === 'PARTY')?.side ?? 'UNKNOWN';
          return own.length === 0 ? [] : [{ number, side, natures: naturesByCode(line) }];
        });
      await refresh(document);
      const sorted = expected.toSorted((a, b) => (a.number < b.number ? -1 : 1));
      assert.deepEqual(await rowsOf(document), sorted, key);
    }
  });

  it('are not counted where the class or the root of the subject is of children', async () => {
    const { document, cases } = KNOWN.find(({ key }) => key === 'only-juvenile') ?? {
      document: '',
      cases: [],
    };
    assert.ok(cases.length > 1);
    const [row] = (await live.bed.admin(
      `select count(*)::int as total, count(*) filter (where is_countable)::int as counted
       from registry.case_parties where root = $1`,
      [document],
    )) as Record<string, number>[];
    assert.deepEqual(row, { total: cases.length, counted: 0 });
  });

  it('bring nothing new when they are asked for again', async () => {
    const again = await refresh(KNOWN[0]?.document ?? '');
    assert.ok(again.kind === 'ready' && again.value.records > 0);
    assert.equal(again.value.news, 0);
  });

  it('are read to the last page, and each page is paid for once', async () => {
    const before = asked();
    const outcome = await refresh(MANY);
    assert.ok(outcome.kind === 'ready');
    assert.deepEqual(outcome.value, { records: 300, news: 300 });
    assert.equal(asked() - before, 3);
    assert.deepEqual([outcome.meta.freshness, outcome.meta.complete], ['cached', true]);
    assert.deepEqual(outcome.meta.cost, { cents: 27, billable: true });
  });

  it('stay as far as they came when a page fails, and are read on from that page alone', async () => {
    await live.bed.admin('truncate registry.case_records, registry.case_parties');
    let pages = 0;
    const source: LawsuitSource = {
      ...live.lawsuits,
      collect: async (collection) => {
        const page = await live.lawsuits.collect(collection);
        if ((pages += 1) === 2) live.world.behave('escavador', { mode: 'down' });
        return page;
      },
    };
    const kept: Ticket[] = [];
    const search = await begin(MANY);
    const keep = async (ticket: Ticket): Promise<void> => void kept.push(ticket);
    const failed = await collectLawsuits({ source, merger: live.merger }, { ...search, keep });
    assert.ok(failed.kind === 'failed' && failed.fault.code === 'SOURCE_DOWN' && failed.fault.maybeBilled);
    assert.equal((await rowsOf(MANY)).length, 200);
    live.world.behave('escavador', { mode: 'normal' });
    const before = asked();
    const ticket = kept.at(-1);
    assert.ok(ticket !== undefined && kept.length === 2 && ticket.ref === search.ticket.ref);
    const whole = await collectLawsuits({ source, merger: live.merger }, { ...search, ticket });
    assert.ok(whole.kind === 'ready');
    assert.equal(asked() - before, 1, 'the page that failed, and none before it');
    assert.deepEqual(whole.value, { records: 300, news: 300 }, 'what was read before counts');
    assert.deepEqual(whole.meta.cost, { cents: 27, billable: true });
    assert.equal((await rowsOf(MANY)).length, 300);
  });

  it('keep a guess aside, where no fact is read from', async () => {
    const [row] = (await live.bed.admin(
      `select count(*) filter (where rest ->> 'predictedState' = 'INACTIVE')::int as guessed,
         count(*) filter (where court_state is not null and rest ->> 'predictedState' is null)::int as unguessed,
         (select count(*)::int from registry.case_parties where not is_active) as ended,
         count(*) filter (where court_state = 'CLOSED')::int as told
       from registry.case_records`,
    )) as Record<string, number>[];
    assert.ok(
      (row?.['guessed'] ?? 0) > (row?.['told'] ?? 0),
      'more is guessed to have ended than any court says',
    );
    const documents = (await live.bed.admin(
      `select count(*)::int as count from registry.case_parties p where not p.is_active and not exists (
         select from registry.case_records r where r.number = p.number and r.court_state = 'CLOSED')`,
    )) as { count: number }[];
    assert.deepEqual(documents, [{ count: 0 }]);
  });
});

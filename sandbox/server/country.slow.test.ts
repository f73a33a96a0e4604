import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { generateSandbox, SIZES } from '../generate.ts';
import type { ProtestLine } from '../protest-lines.ts';
import type { CaseLine } from '../test-documents.ts';
import { caseLinesOf, protestLinesOf } from './country.ts';
import { lawsuitsOf } from './lawsuits.ts';
import { startSandboxServer } from './server.ts';
import { createWorld } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'farol-country-'));
await generateSandbox({ size: SIZES.small, folder });
after(() => rmSync(folder, { recursive: true }));

/** Lines that are bad on purpose are left out, as the imports do. */
function readLines<T>(text: string, isWhole: (line: T) => boolean): T[] {
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = JSON.parse(line) as T;
      return isWhole(parsed) ? [parsed] : [];
    } catch {
      return [];
    }
  });
}

function groupByDocument<T>(
  lines: readonly T[],
  documentsOf: (line: T) => (string | null)[],
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const line of lines) {
    for (const document of new Set(documentsOf(line))) {
      if (document === null || document.startsWith('*')) continue;
      groups.set(document, [...(groups.get(document) ?? []), line]);
    }
  }
  return groups;
}

const cases = readLines<CaseLine>(
  gunzipSync(readFileSync(join(folder, 'cases', 'cases.ndjson.gz'))).toString(),
  ({ number, records }) => number.length === 20 && Array.isArray(records),
);
const protests = readLines<ProtestLine>(
  readFileSync(join(folder, 'protests', 'protests.ndjson'), 'utf8'),
  ({ key }) => !key.endsWith('-X'),
);

test('knows of everybody in the small population what its files say, and no more', () => {
  const known = groupByDocument(cases, ({ records }) =>
    records.flatMap(({ parties }) => parties.map(({ document }) => document)),
  );
  assert.ok(known.size > 1000);
  for (const [document, lines] of known) assert.deepEqual(caseLinesOf(document), lines, document);
  const protested = groupByDocument(protests, ({ document }) => [document]);
  assert.ok(protested.size > 100);
  for (const [document, lines] of protested) assert.deepEqual(protestLinesOf(document), lines, document);
  assert.deepEqual([caseLinesOf('90010020055'), protestLinesOf('90010020055')], [[], []]);
});

test('finds for a document only the instances of a case that it may stand in', () => {
  const known = groupByDocument(cases, ({ records }) =>
    records.flatMap(({ parties }) => parties.map(({ document }) => document)),
  );
  const world = createWorld(() => '2026-11-15');
  type Named = { parties: { main_document?: string; document?: string; person_type: string }[] };
  const strangers = [...known.keys()].filter((document) =>
    (lawsuitsOf(document, world) as Named[]).some(({ parties }) => {
      const told = parties
        .filter(({ person_type: type }) => type !== 'Advogado')
        .map((party) => party.main_document ?? party.document ?? '');
      return told.every((each) => /^[0-9A-Z]+$/.test(each) && each !== document);
    }),
  );
  assert.deepEqual(strangers, []);
});

test('plays both shapes of parties, pages, and the refusals of the real sources', async () => {
  const world = createWorld(() => '2026-11-15');
  const server = await startSandboxServer(world, 0);
  after(() => server.close());
  const call = (path: string, body?: unknown, key = 'key') =>
    fetch(`${server.url}${path}`, {
      headers: { 'api-key': key },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  const search = (key: string, type = 'cnpj') => ({
    search: { search_type: type, search_key: key, response_type: 'lawsuits' },
  });
  const [many = ''] = [
    ...groupByDocument(cases, ({ records }) => (records[0]?.parties ?? []).map(({ document }) => document)),
  ]
    .toSorted((one, other) => other[1].length - one[1].length)
    .map(([document]) => document);
  const begun = (await (await call('/requests', search(many))).json()) as {
    request_id: string;
    status: string;
  };
  assert.equal(begun.status, 'completed');
  const read = async (page: number) => {
    const answer = await call(`/responses?request_id=${begun.request_id}&page=${page}&page_size=30`);
    return (await answer.json()) as {
      all_pages_count: number;
      page_data: { response_data: { parties: object[] } }[];
    };
  };
  const [first, second] = [await read(1), await read(2)];
  assert.ok(first.all_pages_count > 1 && first.page_data.length === 30 && second.page_data.length > 0);
  const shapes = new Set(
    first.page_data.flatMap(({ response_data: { parties } }) =>
      parties.map((party) => 'main_document' in party),
    ),
  );
  assert.equal(shapes.size, 2, 'the new shape and the old one');
  assert.equal((await call('/requests', search(many), 'wrong')).status, 401);
  assert.equal((await call('/requests', search('1'))).status, 400);
  assert.equal((await call('/requests/00000000-0000-0000-0000-000000000000')).status, 404);
  assert.deepEqual([world.calls().judit.searches, world.calls().judit.documents[many]], [1, 3]);

  const ask = async (body: object): Promise<number> =>
    ((await (await call('/api/v2/consultas/cenprot-sp/protestos', body)).json()) as { code: number }).code;
  assert.equal(await ask({ token: 'token', cpf: '90000002119' }), 200);
  assert.equal(await ask({ token: 'token', cpf: '90010020136' }), 612);
  assert.equal(await ask({ token: 'wrong', cpf: '90000002119' }), 601);
  assert.equal(await ask({ token: 'token', cpf: '1' }), 607);
});

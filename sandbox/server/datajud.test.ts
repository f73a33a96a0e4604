import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseDay } from '../calendar.ts';
import { addCaseLines } from '../case-files.ts';
import { DEFAULT_SEED, DEFAULT_TODAY, Population, SIZES } from '../population.ts';
import { TEST_DOCUMENTS } from '../test-documents.ts';
import type { Hit } from './process-hits.ts';
import { startSandboxServer } from './server.ts';
import type { SandboxServer } from './server.ts';
import { createWorld } from './world.ts';

const TODAY = '2026-11-15';
const world = createWorld(() => TODAY);
/** Of the test document with one case. */
const ONE_CASE = '90020015920248260001';

function sourceOf(hit: Hit | undefined): Partial<Hit['_source']> {
  const { _source: source = {} } = hit ?? {};
  return source;
}

function indexOf(hit: Hit | undefined): string {
  const { _index: index = '' } = hit ?? {};
  return index.replace('api_publica_', '');
}

describe('the played DataJud', () => {
  let server: SandboxServer;
  const fileHits = new Map<string, Hit[]>();
  before(async () => {
    server = await startSandboxServer(world, 0);
    const population = new Population(SIZES.small, DEFAULT_SEED, parseDay(DEFAULT_TODAY) ?? 0);
    const ignored = { add: () => undefined, addInvalid: () => undefined, isFull: false };
    const add = (line: string): void => {
      const hit = JSON.parse(line) as Hit;
      const number = String(sourceOf(hit)['numeroProcesso']);
      fileHits.set(number, [...(fileHits.get(number) ?? []), hit]);
    };
    Array.from(addCaseLines(population, { cases: ignored, datajud: { ...ignored, add } }));
  });
  after(() => server.close());

  const search = (alias: string, body: unknown, authorization = 'APIKey key') =>
    fetch(`${server.url}/api_publica_${alias}/_search`, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify(body),
    });
  const find = async (number: string, alias = 'tjsp'): Promise<Hit[]> => {
    const answer = await search(alias, { query: { match: { numeroProcesso: number } } });
    assert.equal(answer.status, 200);
    const { hits } = (await answer.json()) as { hits: { total: { value: number }; hits: Hit[] } };
    assert.equal(hits.total.value, hits.hits.length);
    return hits.hits;
  };
  const codesOf = (hits: readonly Hit[]): number[] =>
    (sourceOf(hits[0]).movimentos ?? []).map(({ codigo }) => codigo);

  it('tells the hits of the file, from the index of their court alone', async () => {
    assert.ok(fileHits.size > 100);
    for (const [number, hits] of [...fileHits].slice(0, 50)) {
      const alias = indexOf(hits[0]);
      assert.deepEqual(await find(number, alias), hits, number);
      assert.deepEqual(await find(number, alias === 'tst' ? 'stj' : 'tst'), []);
    }
  });

  it('knows the cases of the test documents, without parties and values, and none that is secret', async () => {
    for (const { line } of TEST_DOCUMENTS.flatMap(({ cases }) => cases)) {
      const isSecret = line.records.some(({ secrecy }) => secrecy > 0);
      const alias = line.number.slice(13, 16) === '826' ? 'tjsp' : null;
      if (alias === null) continue;
      const hits = await find(line.number, alias);
      assert.equal(hits.length, isSecret ? 0 : line.records.length, line.number);
      assert.ok(!/"(document|parties|value|valor)"/.test(JSON.stringify(hits)));
    }
    assert.deepEqual(await find('90019998920248260001'), []);
  });

  it('refuses a wrong key, and what is no question of ours', async () => {
    const query = { query: { match: { numeroProcesso: ONE_CASE } } };
    assert.equal((await search('tjsp', query, 'APIKey wrong')).status, 401);
    assert.equal((await search('tjsp', query, 'Bearer key')).status, 401);
    assert.equal((await search('tjsp', { query: { match_all: {} } })).status, 400);
  });

  it('lets movements, closings and reopenings come as the day moves, and takes them back', async () => {
    const now = await find(ONE_CASE);
    world.travelTo('2036-11-15');
    const later = await find(ONE_CASE);
    const added = codesOf(later).slice(codesOf(now).length);
    assert.deepEqual(codesOf(later).slice(0, codesOf(now).length), codesOf(now));
    assert.ok(added.includes(22) && added.includes(849) && added.some((code) => [85, 51, 60].includes(code)));
    world.travelTo('2030-11-15');
    const meanwhile = codesOf(await find(ONE_CASE));
    assert.deepEqual(codesOf(later).slice(0, meanwhile.length), meanwhile);
    assert.ok(meanwhile.length < codesOf(later).length);
    world.travelTo(null);
    assert.deepEqual(await find(ONE_CASE), now);
  });

  it('knows the new cases that Judit tells of a document', async () => {
    world.travelTo('2028-06-01');
    const post = await fetch(`${server.url}/requests`, {
      method: 'POST',
      headers: { 'api-key': 'key' },
      body: JSON.stringify({
        search: { search_type: 'cpf', search_key: '90010020055', response_type: 'lawsuits' },
      }),
    });
    const { request_id: id } = (await post.json()) as { request_id: string };
    const read = await fetch(`${server.url}/responses?request_id=${id}`, { headers: { 'api-key': 'key' } });
    const { page_data: found } = (await read.json()) as { page_data: { response_data: { code: string } }[] };
    assert.ok(found.length > 0);
    for (const { response_data: lawsuit } of found) {
      const number = lawsuit.code.replaceAll(/\D/g, '');
      const hits = await find(number);
      assert.equal(hits.length, 1, number);
      assert.equal(sourceOf(hits[0])['nivelSigilo'], 0);
    }
    world.travelTo(null);
    assert.deepEqual(await find((found[0]?.response_data.code ?? '').replaceAll(/\D/g, '')), []);
  });
});

// Judit as it looks on the wire: a POST begins a search, whose status and responses are read with GETs. The id of a search
// holds its document, so that one which a former sandbox began is still answered.
import { parseDocument } from '../../src/documents/document.ts';
import { isFault } from '../../src/documents/fault.ts';
import { callBack } from './callbacks.ts';
import { lawsuitsOf } from './lawsuits.ts';
import { parseJsonObject, reply } from './reply.ts';
import type { Asked, Reply } from './reply.ts';
import type { BegunSearch, World } from './world.ts';

const ONE = /^\/requests\/([0-9a-f-]{36})$/;
const HEX = 28;
const MOST_ITEMS = 1000;

export function isJudit(path: string): boolean {
  return path === '/requests' || path === '/responses' || ONE.test(path);
}

function makeId(document: string, count: number): string {
  const hex = Buffer.from(document).toString('hex').padEnd(HEX, '0') + count.toString(16).padStart(4, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function documentOf(id: string): string | null {
  const hex = id.replaceAll('-', '').slice(0, HEX);
  const document = parseDocument(Buffer.from(hex, 'hex').toString('latin1').replaceAll('\0', ''));
  return isFault(document) ? null : document;
}

const error = (status: number, message: string): Reply =>
  reply(status, { error: { name: 'HttpResponseError', message, data: [] } });

const isDone = ({ endsAtMs }: BegunSearch): boolean => performance.now() >= endsAtMs;

function toRequest(search: BegunSearch): Record<string, unknown> {
  const { id, document, createdAt } = search;
  return {
    request_id: id,
    search: {
      search_type: document.length === 11 ? 'cpf' : 'cnpj',
      search_key: document,
      response_type: 'lawsuits',
      search_params: {},
    },
    origin: 'api',
    origin_id: id,
    status: isDone(search) ? 'completed' : 'pending',
    tags: {},
    created_at: createdAt,
    updated_at: createdAt,
  };
}

function begin({ body }: Asked, world: World): Reply {
  const { search, callback_url: callback } = parseJsonObject(body);
  const {
    search_type: type,
    search_key: key,
    response_type: wanted,
  } = (search ?? {}) as Record<string, unknown>;
  const document = typeof key === 'string' ? parseDocument(key) : null;
  const isKnown =
    document !== null && !isFault(document) && type === (document.length === 11 ? 'cpf' : 'cnpj');
  if (!isKnown || wanted !== 'lawsuits') return error(400, 'BAD_REQUEST');
  const { judit: searches } = world.searches;
  const { pendingMs } = world.behaviourOf('judit');
  const begun = {
    id: makeId(document, searches.length + 1),
    document,
    createdAt: world.now().toISOString(),
    endsAtMs: performance.now() + pendingMs,
  };
  searches.push(begun);
  if (typeof callback === 'string') callBack(callback, begun.id, pendingMs);
  return reply(201, toRequest(begun), document);
}

function findSearch(id: string, world: World): BegunSearch | null {
  const document = documentOf(id);
  const known = world.searches.judit.find((search) => search.id === id);
  if (known !== undefined || document === null) return known ?? null;
  return { id, document, createdAt: world.now().toISOString(), endsAtMs: 0 };
}

function list({ query }: Asked, world: World): Reply {
  const [key, since] = [query.get('search_key') ?? '', query.get('created_at_gte') ?? ''];
  const document = parseDocument(key);
  const found = world.searches.judit.filter((each) => each.document === document && each.createdAt >= since);
  const counts = { page: 1, page_count: found.length, all_pages_count: 1, all_count: found.length };
  return reply(200, { ...counts, page_data: found.map(toRequest) }, isFault(document) ? null : document);
}

function giveResponses({ query }: Asked, world: World): Reply {
  const search = findSearch(query.get('request_id') ?? '', world);
  if (search === null) return error(404, 'NOT_FOUND');
  const size = Math.min(Math.max(1, Number(query.get('page_size') ?? 20)), MOST_ITEMS);
  const page = Math.max(1, Number(query.get('page') ?? 1));
  const all = isDone(search) ? lawsuitsOf(search.document, world) : [];
  const data = all.slice((page - 1) * size, page * size).map((lawsuit, index) => ({
    request_id: search.id,
    response_id: `${search.id}-${(page - 1) * size + index}`,
    origin: 'api',
    origin_id: search.id,
    response_type: 'lawsuit',
    response_data: lawsuit,
    created_at: search.createdAt,
    request_status: 'completed',
    tags: { cached_response: false },
  }));
  const counts = { page: String(page), page_count: data.length, all_count: all.length };
  const pages = Math.ceil(all.length / size);
  const status = isDone(search) ? 'completed' : 'pending';
  return reply(
    200,
    { request_status: status, ...counts, all_pages_count: pages, page_data: data },
    search.document,
  );
}

export function answerJudit(asked: Asked, world: World): Reply {
  const { method, path, headers } = asked;
  if (['', 'wrong'].includes(String(headers['api-key'] ?? ''))) return error(401, 'UNAUTHORIZED');
  if (method === 'POST') return path === '/requests' ? begin(asked, world) : error(404, 'NOT_FOUND');
  if (path === '/requests') return list(asked, world);
  if (path === '/responses') return giveResponses(asked, world);
  const search = findSearch(ONE.exec(path)?.[1] ?? '', world);
  return search === null ? error(404, 'NOT_FOUND') : reply(200, toRequest(search), search.document);
}

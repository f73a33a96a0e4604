// DataJud as it looks on the wire: one index for each court, asked by a number.
import { aliasOf, hitsOf } from './process-hits.ts';
import { parseJsonObject, reply } from './reply.ts';
import type { Asked, Reply } from './reply.ts';
import type { World } from './world.ts';

const SEARCH = /^\/api_publica_([a-z0-9-]+)\/_search$/;
/** As many as the true one keeps an index in. */
const SHARDS = 12;

export function isDatajud(path: string): boolean {
  return SEARCH.test(path);
}

function error(status: number, type: string, reason: string): Reply {
  return reply(status, { error: { root_cause: [{ type, reason }], type, reason }, status });
}

function numberIn(body: string): string | null {
  const { query } = parseJsonObject(body);
  const { match } = (query ?? {}) as Record<string, unknown>;
  const { numeroProcesso: number } = (match ?? {}) as Record<string, unknown>;
  return typeof number === 'string' && /^\d{20}$/.test(number) ? number : null;
}

export function answerDatajud(asked: Asked, world: World): Reply {
  const { path, headers, body } = asked;
  const key = /^APIKey (\S+)$/.exec(String(headers['authorization'] ?? ''))?.[1] ?? 'wrong';
  if (key === 'wrong') return error(401, 'security_exception', 'unable to authenticate');
  const number = numberIn(body);
  if (number === null) return error(400, 'parsing_exception', 'no such query');
  const alias = SEARCH.exec(path)?.[1] ?? '';
  const hits = aliasOf(number) === alias ? hitsOf(number, world) : [];
  return reply(
    200,
    {
      took: 1,
      timed_out: false,
      _shards: { total: SHARDS, successful: SHARDS, skipped: 0, failed: 0 },
      hits: { total: { value: hits.length, relation: 'eq' }, max_score: null, hits },
    },
    number,
  );
}

// Pluggy as it looks on the wire: an API key out of client id and secret, and the newer SCR summary of a linked item.
// In the sandbox an item's id is `sandbox-` and the document.
import { isCnpj } from '../../src/documents/cnpj.ts';
import { isCpf } from '../../src/documents/cpf.ts';
import { creditOf, newestMonth } from './credit.ts';
import type { CreditMonth } from './credit.ts';
import { addMonths, monthsBetween } from './days.ts';
import { parseJsonObject, reply } from './reply.ts';
import type { Asked, Reply } from './reply.ts';
import { findStory, SOMEBODY_ELSE } from './test-documents.ts';
import type { World } from './world.ts';

const ROUTE = /^\/items\/([^/]+)\/scr$/;
const KEY_PREFIX = 'sandbox-key-';

export function isPluggy(path: string): boolean {
  return path === '/auth' || path.startsWith('/items/');
}

function toBaseMonth(month: string, credit: CreditMonth | null, isThere: boolean): Record<string, unknown> {
  return {
    dtb: Number(month.replace('-', '')),
    ...(isThere ? {} : { msg: 'Data-base ainda não disponível' }),
    docProc: credit?.documentsPercent ?? 100,
    volProc: credit?.volumePercent ?? 100,
    qtdIfs: credit?.institutions ?? 0,
    ...(credit === null ? {} : { dtbIniRel: credit.since }),
    coobAss: (credit?.guaranteesGiven ?? 0) / 100,
    coobRec: (credit?.guaranteesReceived ?? 0) / 100,
    lsOp: (credit?.groups ?? []).map(({ modality, isForeign, dispute, buckets }) => ({
      mod: modality,
      varCamb: isForeign ? 'S' : 'N',
      // Left out of the text where there is none.
      subJDisc: dispute ?? undefined,
      resVenc: Object.fromEntries(Object.entries(buckets).map(([code, cents]) => [`v${code}`, cents / 100])),
    })),
  };
}

function giveKey(body: string, world: World): Reply {
  const { clientId, clientSecret } = parseJsonObject(body);
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string' || clientSecret === 'wrong') {
    return reply(401, { code: 401, message: 'Unauthorized', codeDescription: 'CLIENT_KEYS_UNAUTHORIZED' });
  }
  world.countToken('pluggy');
  return reply(200, { apiKey: `${KEY_PREFIX}${clientId.length}` });
}

function askedMonths(query: URLSearchParams, today: string): string[] {
  const readMonth = (text: string | null): string | null =>
    text !== null && /^\d{6}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4)}` : null;
  const last = readMonth(query.get('to')) ?? newestMonth(today);
  return monthsBetween(readMonth(query.get('from')) ?? addMonths(last, -3), last).slice(-24);
}

export function answerPluggy({ method, path, query, headers, body }: Asked, world: World): Reply {
  if (path === '/auth' && method === 'POST') {
    return giveKey(body, world);
  }
  const item = ROUTE.exec(path)?.[1] ?? '';
  if (!String(headers['x-api-key'] ?? '').startsWith(KEY_PREFIX)) {
    return reply(401, { code: 401, message: 'Missing or invalid authorization token' });
  }
  const document = item.startsWith('sandbox-') ? item.slice('sandbox-'.length) : '';
  const test = findStory(document);
  if ((!isCpf(document) && !isCnpj(document)) || test?.effect === 'CONSENT_MISSING') {
    return reply(404, { code: 404, message: 'Item not found', codeDescription: 'ITEM_NOT_FOUND' }, document);
  }
  const isPerson = document.length === 11;
  const subject = isPerson ? document : document.slice(0, 8);
  const isNothing = test?.effect === 'NOT_FOUND';
  const other = isPerson ? SOMEBODY_ELSE.person : SOMEBODY_ELSE.company.slice(0, 8);
  const months = askedMonths(query, world.today());
  const newest = newestMonth(world.today());
  const answer = {
    dtbConsult: `${months[0]?.replace('-', '') ?? ''} a ${months.at(-1)?.replace('-', '') ?? ''}`,
    cdCli: test?.effect === 'WRONG_PERSON' ? other : subject,
    tpCli: isPerson ? '1' : '2',
    lsDtb: months.map((month) =>
      toBaseMonth(
        month,
        isNothing || month > newest ? null : creditOf(subject, month, test?.credit ?? null),
        month <= newest,
      ),
    ),
    listaDeMensagensDeValidacao: [],
  };
  return reply(200, answer, document);
}

// Escavador as it looks on the wire: a GET for each page, with a link to the next one and what the page cost in a header.
import { parseDocument } from '../../src/documents/document.ts';
import { isFault } from '../../src/documents/fault.ts';
import { itemsOf } from './escavador-cases.ts';
import { personOf } from './people.ts';
import { reply } from './reply.ts';
import type { Asked, Reply } from './reply.ts';
import { findName } from './test-documents.ts';
import type { World } from './world.ts';

const PATH = '/api/v2/envolvido/processos';
const SIZES: ReadonlySet<number> = new Set([50, 100]);
const DEFAULT_SIZE = 50;
/** Centavos for each page. */
const PRICE = '9';

export function isEscavador(path: string): boolean {
  return path.startsWith('/api/v2/envolvido/') || path.startsWith('/api/v2/processos/');
}

const refusal = (status: number, code: string, errors: unknown = null): Reply =>
  reply(status, { code, message: code, errors, appends: null });

function nextOf({ headers, query }: Asked, from: number): string {
  const following = new URLSearchParams(query);
  following.set('cursor', Buffer.from(String(from)).toString('base64url'));
  return `http://${String(headers['host'] ?? '')}${PATH}?${following.toString()}`;
}

function nameOf(document: string): string {
  return findName(document) ?? (document.length === 11 ? personOf(document).name : 'EMPRESA DO SANDBOX');
}

function givePage(asked: Asked, document: string, world: World): Reply {
  const { query } = asked;
  const size = Number(query.get('limit') ?? DEFAULT_SIZE);
  if (!SIZES.has(size)) return refusal(422, 'UNPROCESSABLE_ENTITY', { limit: ['50 ou 100'] });
  const from = Number(Buffer.from(query.get('cursor') ?? '', 'base64url').toString('latin1')) || 0;
  const all = itemsOf(document, world);
  const found = {
    nome: nameOf(document),
    tipo_pessoa: document.length === 11 ? 'FISICA' : 'JURIDICA',
    quantidade_processos: all.length,
    cpfs_com_esse_nome: 1,
  };
  const body = {
    envolvido_encontrado: all.length === 0 ? null : found,
    items: all.slice(from, from + size),
    links: { next: from + size < all.length ? nextOf(asked, from + size) : null },
    paginator: { per_page: size },
  };
  return { ...reply(200, body, document), headers: { 'Creditos-Utilizados': PRICE } };
}

export function answerEscavador(asked: Asked, world: World): Reply {
  const { method, path, query, headers } = asked;
  const token = String(headers['authorization'] ?? '');
  if (!/^Bearer .+/.test(token) || token === 'Bearer wrong') return reply(401, { error: 'Unauthenticated' });
  if (token === 'Bearer poor') return reply(402, { error: 'Saldo insuficiente' });
  if (method !== 'GET' || path !== PATH) return reply(404, { error: 'Not found' });
  const document = parseDocument(query.get('cpf_cnpj') ?? '');
  if (isFault(document)) return refusal(422, 'UNPROCESSABLE_ENTITY', { cpf_cnpj: ['inválido'] });
  return givePage(asked, document, world);
}

// What a page of Escavador comes to, and which one is next.
import { parseDocument } from '../../documents/document.ts';
import type { LawsuitPage } from '../../features/cases/ports.ts';
import type { BaseAddress } from '../../platform/outbound/base-address.ts';
import type { Doc } from '../../platform/outbound/outcome.ts';
import { UnreadableValue } from '../../platform/outbound/shapes.ts';
import type { Reading } from '../../platform/outbound/shapes.ts';
import { isOfDocument, mayBeAbout, momentOf, textOf } from '../../platform/outbound/wire-text.ts';
import { mapCase } from './mapper.ts';
import { toldDocuments } from './parties.ts';
import type { CasePageBody, RefusalBody } from './schemas.ts';

export const ROUTE = '/envolvido/processos';

/** Each of them is paid for. A hundred thousand cases; no document has so many. */
const MOST_PAGES = 1000;

/** Which page it is, and what to ask for behind the base address. */
export type PageCursor = { readonly page: number; readonly path: string };

/** The first page is asked by document; the others as the page before says. */
export function readCursor(cursor: string | null, first: string): PageCursor {
  if (cursor === null) return { page: 1, path: first };
  const space = cursor.indexOf(' ');
  return { page: Number(cursor.slice(0, space)), path: cursor.slice(space + 1) };
}

export type Asked = PageCursor & { readonly doc: Doc; readonly base: BaseAddress };

/** Only to where we ask anyway, and about nobody else: a link is what the answer says, not what we trust. */
function readNext(next: string | null | undefined, asked: Asked): string | null {
  if (next === null || next === undefined || next === '') return null;
  const { base, page, path, doc } = asked;
  const url = URL.parse(next);
  const route = `${base.prefix}${ROUTE}`;
  const document = url?.searchParams.get('cpf_cnpj') ?? doc.value;
  const isOurs =
    url !== null &&
    url.origin === base.origin &&
    url.username === '' &&
    url.pathname === route &&
    parseDocument(document) === doc.value;
  const following = isOurs ? `${ROUTE}${url.search}` : path;
  if (following === path || page >= MOST_PAGES) throw new UnreadableValue('links.next');
  return `${page + 1} ${following}`;
}

const KINDS: Readonly<Record<string, Doc['kind']>> = { FISICA: 'CPF', JURIDICA: 'CNPJ' };

/**
 * Every case may be about the document, and the first page must name it where it names anybody of its kind: people are left
 * out more often than companies, so that of a person nothing follows from a company that is named.
 */
export function isAboutDocument({ envolvido_encontrado: found, items }: CasePageBody, asked: Asked): boolean {
  const { doc, page } = asked;
  const kind = KINDS[textOf(found?.tipo_pessoa)?.toUpperCase() ?? ''] ?? doc.kind;
  const told = items.map(toldDocuments);
  const alike = told.flatMap(({ all }) => all).filter((document) => document?.length === doc.value.length);
  const isNamed = alike.length === 0 || alike.some((document) => isOfDocument(document, doc));
  return kind === doc.kind && told.every((each) => mayBeAbout(each, doc)) && (page > 1 || isNamed);
}

/** When the oldest of them was last looked at. */
function asOf({ items }: CasePageBody): { sourceAsOf?: string } {
  const looks = items.flatMap((item) => momentOf(item.data_ultima_verificacao)?.getTime() ?? []);
  return looks.length === 0 ? {} : { sourceAsOf: new Date(Math.min(...looks)).toISOString() };
}

export function readPage(body: CasePageBody, asked: Asked): Reading<LawsuitPage> {
  const { items, links } = body;
  const found = body.envolvido_encontrado ?? null;
  const total = found?.quantidade_processos ?? items.length;
  const next = readNext(links.next, asked);
  if (items.length === 0 && asked.page === 1) {
    // Nothing is on record only where Escavador itself says so.
    if (total > 0 || next !== null) throw new UnreadableValue('items');
    return { kind: 'empty', facts: { freshness: 'cached' } };
  }
  const warnings = new Set<string>();
  const searched = { doc: asked.doc, found };
  const mapped = items.map((item) => mapCase(item, searched, (text) => void warnings.add(text)));
  const complete = mapped.every((records) => records.length > 0);
  const facts = { freshness: 'cached', complete, warnings: [...warnings], ...asOf(body) } as const;
  return { kind: 'ready', value: { records: mapped.flat(), next, total }, facts };
}

/** Of the document nothing is known; anything else that is not found, such as the route, says nothing of it. */
export function readRefusal({ code }: RefusalBody, page: number): Reading<never> {
  const told = textOf(code);
  if (told === 'NOT_FOUND' && page === 1) return { kind: 'empty', facts: { freshness: 'cached' } };
  const text = 'Escavador did not find what it was asked for';
  return { kind: 'failed', fault: { code: 'UPSTREAM', vendorCode: told ?? 'HTTP_404', text } };
}

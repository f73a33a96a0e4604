// A search at CENPROT-SP, in our words. The notaries tell office and value of a title, and neither date nor creditor nor a
// number, so a title is known by what it says and by its place among those that say the same.
import { hash } from 'node:crypto';
import { documentRoot, parseDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { Protest, ProtestReport } from '../../features/debts/ports.ts';
import type { Doc } from '../../platform/outbound/outcome.ts';
import { UnreadableValue } from '../../platform/outbound/shapes.ts';
import type { Reading } from '../../platform/outbound/shapes.ts';
import { textOf } from '../../platform/outbound/wire-text.ts';
import type { Loose } from '../../platform/outbound/wire-text.ts';
import { readCents } from '../../platform/outbound/wire-values.ts';
import { ANSWERED, faultOf, NOT_THERE, saysNone } from './codes.ts';
import type { EnvelopeBody, FoundRecord, OfficeRecord, TitleRecord } from './schemas.ts';

const KEY_DIGITS = 24;
const STATE = /^[A-Z]{2}$/;

/** Leading zeros are lost where a number is written. */
function isSameDocument(written: string | number, { kind, value }: Doc): boolean {
  const length = kind === 'CPF' ? 11 : 14;
  return parseDocument(String(written).padStart(length, '0')) === value;
}

export function isAboutDocument({ data }: EnvelopeBody, doc: Doc): boolean {
  return (data ?? []).every(
    (found) =>
      isSameDocument(found.documento_pesquisado, doc) &&
      titlesOf(found).every(({ cpf_cnpj: of }) => textOf(of) === null || isSameDocument(of ?? '', doc)),
  );
}

function titlesOf({ cartorios }: FoundRecord): TitleRecord[] {
  return Object.values(cartorios ?? {}).flatMap((offices) => offices.flatMap((each) => each.protestos ?? []));
}

/** Dashes stand for no amount. */
function moneyOf(value: Loose, field: string): string | null {
  if (value === null || value === undefined || /^[\s-]*$/.test(String(value))) return null;
  const cents = readCents(value, field);
  if (cents < 0) throw new UnreadableValue(field);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

type Titled = Omit<Protest, 'key' | 'updatedAt'>;

function mapTitle(office: OfficeRecord, state: string, title: TitleRecord, document: Document): Titled {
  const rest = {
    officeCode: textOf(office.codigo),
    cancelFee: moneyOf(title.valor_cancelamento, 'valor_cancelamento'),
    settleValue: moneyOf(title.valor_quitacao, 'valor_quitacao'),
    note: textOf(title.observacoes),
  };
  const told = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return {
    document,
    root: documentRoot(document),
    office: textOf(office.nome),
    city: textOf(office.cidade) ?? textOf(office.municipio?.split('/')[0]),
    state,
    protestedOn: null,
    dueOn: null,
    value: moneyOf(title.valor, 'valor'),
    kind: null,
    presenter: null,
    creditor: null,
    isLive: true,
    rest: Object.keys(told).length === 0 ? null : told,
  };
}

/** An office may tell only how many there are and their sum, which is the value where there is one. */
function titlesAt(office: OfficeRecord): TitleRecord[] {
  const listed = office.protestos ?? [];
  const unlisted = Math.max(0, (office.quantidade ?? 0) - listed.length);
  const isOnlyOne = unlisted === 1 && listed.length === 0;
  const valor = isOnlyOne ? (office.valor ?? null) : null;
  return [...listed, ...Array.from({ length: unlisted }, () => ({ valor }))];
}

/** What an office charges for cancelling changes, so it is no part of the key. */
function withKeys(titles: readonly Titled[], updatedAt: Date): Protest[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const { document, state, office, value, rest } = title;
    const identity = JSON.stringify([
      document,
      state,
      rest?.['officeCode'] ?? office,
      value,
      rest?.['note'] ?? null,
    ]);
    const place = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, place);
    const key = `${hash('sha256', identity, 'hex').slice(0, KEY_DIGITS)}-${place}`;
    return { ...title, key, updatedAt };
  });
}

function mapFound(found: FoundRecord, document: Document): Titled[] {
  return Object.entries(found.cartorios ?? {}).flatMap(([written, offices]) => {
    const state = written.trim().toUpperCase();
    if (!STATE.test(state)) throw new UnreadableValue('cartorios');
    return offices.flatMap((office) =>
      titlesAt(office).map((title) => mapTitle(office, state, title, document)),
    );
  });
}

function readFound(
  records: readonly FoundRecord[],
  doc: Doc,
  at: { now: Date; warning: string | null },
): Reading<ProtestReport> {
  const titles = records.flatMap((record) => mapFound(record, doc.value as Document));
  const told = records.reduce((sum, record) => sum + (record.quantidade_titulos ?? 0), 0);
  const offices = records.flatMap(({ cartorios }) => Object.values(cartorios ?? {}).flat());
  const sumCents = offices.reduce((sum, { valor }) => sum + readCents(valor, 'cartorios.valor'), 0);
  const isWhole =
    titles.length >= told && records.every((each) => each.retornou_todos_os_protestos_do_site !== false);
  const vendorRef = textOf(records[0]?.protocolo_consulta);
  const facts = {
    freshness: 'live',
    coverage: ['SP'],
    complete: isWhole,
    warnings: [
      ...(at.warning === null ? [] : [at.warning]),
      ...(isWhole ? [] : ['the notaries list only a part of the protests']),
    ],
    ...(vendorRef === null ? {} : { vendorRef }),
  } as const;
  const count = Math.max(told, titles.length);
  if (count === 0) return { kind: 'empty', facts };
  const total = `${Math.floor(sumCents / 100)}.${String(sumCents % 100).padStart(2, '0')}`;
  const value = { doc, count, total, isWhole, protests: withKeys(titles, at.now) };
  return { kind: 'ready', value, facts };
}

export function readEnvelope(body: EnvelopeBody, doc: Doc, now: Date): Reading<ProtestReport> {
  const warning = ANSWERED.get(body.code);
  if (warning === undefined) {
    return body.code === NOT_THERE && saysNone(body)
      ? { kind: 'empty', facts: { freshness: 'live', coverage: ['SP'] } }
      : { kind: 'failed', fault: faultOf(body) };
  }
  const records = body.data ?? [];
  if (records.length === 0) throw new UnreadableValue('data');
  return readFound(records, doc, { now, warning });
}

// Lawsuits by document through Escavador: a paid GET for each page, answered at once from what it has gathered.
import type { LawsuitPage, LawsuitSource } from '../../features/cases/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { BaseAddress } from '../../platform/outbound/base-address.ts';
import type { Doc } from '../../platform/outbound/outcome.ts';
import { defineAnswer } from '../../platform/outbound/shapes.ts';
import type { Question, SourceClient } from '../../platform/outbound/source-client.ts';
import { isAboutDocument, readCursor, readPage, readRefusal, ROUTE } from './readings.ts';
import { CasePage, Refusal } from './schemas.ts';

export type EscavadorOptions = {
  client: SourceClient;
  clock: Clock;
  /** Where links to further pages must lead. */
  base: BaseAddress;
  costCents: number;
};

/** The most it gives; every page is paid for. */
const PAGE_SIZE = '100';
const HEADERS = { 'x-requested-with': 'XMLHttpRequest' };
const COST_HEADER = 'creditos-utilizados';

const casePage = defineAnswer(CasePage);
const refusal = defineAnswer(Refusal);

/** Whole centavos; absent where nothing was charged. */
function readCost(headers: Readonly<Record<string, string | string[] | undefined>>): number | undefined {
  const text = String(headers[COST_HEADER] ?? '').trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** In the order of filing, which does not change while pages are turned, as that of the last movement does. */
function firstPath({ value }: Doc): string {
  const query = new URLSearchParams({
    cpf_cnpj: value,
    ordena_por: 'data_inicio',
    ordem: 'asc',
    limit: PAGE_SIZE,
  });
  return `${ROUTE}?${query.toString()}`;
}

function toAsk(
  doc: Doc,
  cursor: string | null,
  { base, costCents }: EscavadorOptions,
): Question<LawsuitPage> {
  const asked = { ...readCursor(cursor, firstPath(doc)), doc, base };
  return {
    route: ROUTE,
    method: 'GET',
    path: asked.path,
    headers: HEADERS,
    isRepeatable: false,
    isPaid: true,
    costCents,
    readCost,
    answers: {
      200: casePage({
        isAbout: (body) => isAboutDocument(body, asked),
        read: (body) => readPage(body, asked),
      }),
      404: refusal({ isAbout: null, read: (body) => readRefusal(body, asked.page) }),
    },
  };
}

export function createEscavadorLawsuits(options: EscavadorOptions): LawsuitSource {
  const { client, clock } = options;
  return {
    name: client.name,
    isPaidByPage: true,
    // There is no search to begin: nothing is asked and nothing is paid before the first page is collected.
    start: () => {
      const at = clock.now().toISOString();
      return Promise.resolve({
        kind: 'pending',
        ticket: { connector: client.name, ref: newId(), startedAt: at },
        checkAfterMs: 0,
        meta: {
          connector: client.name,
          fetchedAt: at,
          freshness: 'unknown',
          complete: true,
          warnings: [],
        },
      });
    },
    collect: ({ doc, cursor, signal }) => {
      const question = toAsk(doc, cursor, options);
      return client.ask(signal === undefined ? question : { ...question, signal });
    },
  };
}

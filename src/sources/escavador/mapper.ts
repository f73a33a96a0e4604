// A case of Escavador, in our words: one record for each court's own account of it. Gazettes tell of a case only where no
// court does. What a machine guessed of its state is kept aside under its own name, and is no fact of the case.
import { parseCaseNumber } from '../../documents/case-number.ts';
import { isFault } from '../../documents/fault.ts';
import { nameKey } from '../../documents/name-key.ts';
import { PREDICTED_STATE } from '../../features/cases/ports.ts';
import type { CaseRecord, PredictedState } from '../../features/cases/ports.ts';
import { momentOf, textOf, textsOf } from '../../platform/outbound/wire-text.ts';
import { readAmount } from '../../platform/outbound/wire-values.ts';
import { mapParties } from './parties.ts';
import type { Searched } from './parties.ts';
import type { CaseItem, CoverRecord, ToldRecord } from './schemas.ts';

export const SOURCE_NAME = 'escavador';

const COURT = 'TRIBUNAL';
const DEGREES: readonly (readonly [RegExp, string])[] = [
  [/^(?:1|g1|primeir)/i, 'G1'],
  [/^(?:2|g2|segund)/i, 'G2'],
  [/^(?:3|sup)/i, 'SUP'],
  [/^(?:je|juizado)/i, 'JE'],
  [/^(?:tr$|turma)/i, 'TR'],
];
const PREDICTIONS: Readonly<Record<string, PredictedState>> = { ATIVO: 'ACTIVE', INATIVO: 'INACTIVE' };
const REAIS: ReadonlySet<string> = new Set(['R$', 'BRL', 'REAL', 'REAIS']);

/** Ids of subjects are Escavador's own. Only this one, by the name of its root, decides what may be told: subject 9633 of the CNJ's. */
const JUVENILE_ROOT = 'DIREITO DA CRIANCA E DO ADOLESCENTE';
const JUVENILE_SUBJECT = 9633;

export type Warn = (text: string) => void;

function mapDegree(degree: ToldRecord['grau']): string {
  const text = textOf(degree) ?? '';
  const known = DEGREES.find(([pattern]) => pattern.test(text))?.[1];
  return known ?? (text === '' ? 'UNSAID' : text.slice(0, 20));
}

function mapValue(value: CoverRecord['valor_causa'], warn: Warn): string | null {
  const text = textOf(value?.valor);
  if (text === null) return null;
  const currency = textOf(value?.moeda)?.toUpperCase() ?? 'R$';
  if (!REAIS.has(currency)) {
    warn('valor_causa is in another currency and is left out');
    return null;
  }
  // A float as text has as many digits as the sum that made it.
  return readAmount(/^\d+\.\d+$/.test(text) ? Number(text) : text, 'valor_causa', warn);
}

/** Not told counts as secret. */
function mapSecrecy({ segredo_justica: isSecret }: ToldRecord): number | null {
  if (isSecret === null || isSecret === undefined) return null;
  return isSecret ? 1 : 0;
}

function listSubjects(cover: CoverRecord | null): NonNullable<CoverRecord['assuntos_normalizados']> {
  const main = cover?.assunto_principal_normalizado ?? null;
  return [...(cover?.assuntos_normalizados ?? []), ...(main === null ? [] : [main])];
}

// Only the sign itself: what stands around it is trimmed, and a search for spaces could be made slow.
const SEPARATORS = /[|>»/]/;

function mapSubjectCodes(cover: CoverRecord | null): number[] {
  const isJuvenile = listSubjects(cover).some(({ path_completo: path, nome_com_pai: withParent }) =>
    [path, withParent].some(
      (text) => nameKey(textOf(text)?.split(SEPARATORS)[0]?.trim() ?? '') === JUVENILE_ROOT,
    ),
  );
  return isJuvenile ? [JUVENILE_SUBJECT] : [];
}

function mapRest(item: CaseItem, told: ToldRecord, cover: CoverRecord | null): CaseRecord['rest'] {
  const titles = [item.titulo_polo_ativo, item.titulo_polo_passivo].flatMap((title) => textOf(title) ?? []);
  const predicted = PREDICTIONS[textOf(told.status_predito)?.toUpperCase() ?? ''];
  const rest: Record<string, unknown> = textsOf({
    title: titles.join(' X '),
    area: cover?.area,
    county: item.unidade_origem?.nome,
    city: item.unidade_origem?.cidade,
    state: item.estado_origem?.sigla,
    subject: cover?.assunto,
    archivedOn: cover?.data_arquivamento,
    lastMovementOn: told.data_ultima_movimentacao,
    url: told.url,
  });
  const subjects = listSubjects(cover).flatMap(
    ({ nome_com_pai: whole, nome }) => textOf(whole ?? nome) ?? [],
  );
  if (subjects.length > 0) rest['subjects'] = [...new Set(subjects)];
  if (predicted !== undefined) rest[PREDICTED_STATE] = predicted;
  return Object.keys(rest).length === 0 ? null : rest;
}

function mapFiling(item: CaseItem, told: ToldRecord, warn: Warn): Date | null {
  for (const written of [told.capa?.data_distribuicao, told.data_inicio, item.data_inicio]) {
    const at = momentOf(written);
    if (at !== null) return at;
    if (textOf(written) !== null) warn('data_distribuicao cannot be read and is left out');
  }
  return null;
}

type Account = { readonly told: ToldRecord; readonly degree: string; readonly recordKey: string };

/** Two systems of one court tell of the same degree; their key keeps them apart. */
function listAccounts({ fontes }: CaseItem): Account[] {
  const courts = fontes.filter(({ tipo }) => textOf(tipo)?.toUpperCase() === COURT);
  const chosen = courts.length > 0 ? courts : fontes.slice(0, 1);
  const byDegree = Map.groupBy(chosen, ({ grau }) => (courts.length > 0 ? mapDegree(grau) : 'UNSAID'));
  return [...byDegree].flatMap(([degree, same]) =>
    same.map((told, place) => {
      const key = textOf(told.processo_fonte_id) ?? textOf(told.id) ?? String(place);
      return { told, degree, recordKey: same.length === 1 ? '' : key.slice(0, 40) };
    }),
  );
}

/** None where the number is not the CNJ's, or nobody tells of it. */
export function mapCase(item: CaseItem, searched: Searched, warn: Warn): CaseRecord[] {
  const number = parseCaseNumber(item.numero_cnj);
  if (isFault(number)) {
    warn('a case whose number has not 20 digits is left out');
    return [];
  }
  if (item.fontes.length === 0) warn('a case of which no court and no gazette tells is left out');
  return listAccounts(item).map(({ told, degree, recordKey }) => {
    const cover = told.capa ?? null;
    return {
      number,
      source: SOURCE_NAME,
      degree,
      recordKey,
      classCode: null,
      className: textOf(cover?.classe),
      unitCode: null,
      unitName: textOf(cover?.orgao_julgador) ?? textOf(item.unidade_origem?.nome),
      filedAt: mapFiling(item, told, warn),
      value: mapValue(cover?.valor_causa, warn),
      secrecy: mapSecrecy(told),
      // That it is not archived is not the court's word that it goes on.
      courtState: told.arquivado === true ? 'CLOSED' : null,
      subjectCodes: mapSubjectCodes(cover),
      movements: [],
      parties: mapParties(item, told, searched),
      rest: mapRest(item, told, cover),
      updatedAt: momentOf(told.data_ultima_verificacao) ?? momentOf(item.data_ultima_verificacao),
    };
  });
}

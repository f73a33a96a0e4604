// Cases as Escavador writes them: one for each number, with an account of each court that has it. Classes and subjects by name,
// values as text, some documents left out, a guess of the state beside the court's word. It looked a day before Judit did.
import { formatCaseNumber } from '../../src/documents/case-number.ts';
import type { CaseNumber } from '../../src/documents/case-number.ts';
import { findCourt } from '../../src/documents/court.ts';
import type { CaseLine, PartyLine, RecordLine } from '../test-documents/test-document.ts';
import { addDays } from './days.ts';
import { knownLines } from './lawsuits.ts';
import { findStory } from './test-documents.ts';
import type { World } from './world.ts';

const SIDES = { ACTIVE: 'ATIVO', PASSIVE: 'PASSIVO', THIRD: 'NENHUM', UNKNOWN: 'DESCONHECIDO' } as const;
const TURNED = { ACTIVE: 'PASSIVE', PASSIVE: 'ACTIVE', THIRD: 'THIRD', UNKNOWN: 'UNKNOWN' } as const;
const ROLES: Readonly<Record<string, string>> = { VICTIM: 'Vítima', WITNESS: 'Testemunha' };
const DEGREES: Readonly<Record<string, number>> = { G1: 1, JE: 1, G2: 2, TR: 2 };
/** Movements with which a machine takes a case for ended. */
const ENDINGS: ReadonlySet<number> = new Set([22, 246]);
/** Every third case is of a court that leaves documents out, every fourth is in a gazette too. */
const LEFT_OUT_EVERY = 3;
const IN_GAZETTE_EVERY = 4;

const dayOf = (moment: string): string => moment.slice(0, 10);

/** What Escavador has of the case where it is not what Judit has. */
function tellOtherwise(line: CaseLine): CaseLine {
  const records = line.records.map((record) => ({
    ...record,
    class: { code: 7, name: 'Procedimento Comum Cível' },
    filedAt: addDays(record.filedAt, 2),
    value: '123456.78',
    parties: record.parties.map((party) => ({ ...party, side: TURNED[party.side] })),
  }));
  return { ...line, records };
}

function toInvolved(party: PartyLine, isLeftOut: boolean): Record<string, unknown> {
  const { document, name, role, roleName, side, lawyers } = party;
  const isCompany = document?.length === 14;
  // Masked ones are nothing to Escavador, which has whole numbers or none.
  const told = isLeftOut || document === null || document.startsWith('*') ? null : document;
  return {
    nome: name,
    tipo_pessoa: isCompany ? 'JURIDICA' : 'FISICA',
    tipo: ROLES[role] ?? roleName,
    tipo_normalizado: ROLES[role] ?? roleName,
    polo: SIDES[side],
    prefixo: null,
    sufixo: null,
    quantidade_processos: null,
    ...(isCompany ? { cnpj: told } : { cpf: told }),
    advogados: lawyers.map((lawyer) => ({
      nome: lawyer.name,
      tipo_normalizado: 'Advogado',
      polo: 'ADVOGADO',
      cpf: null,
      oabs: [{ numero: Number(lawyer.registration.replaceAll(/\D/g, '')), uf: 'SP', tipo: 'ADVOGADO' }],
    })),
  };
}

/** Of the branches of law only that of children matters to anybody. */
function rootOf(code: number): string {
  return code >= 9633 && code < 9980 ? 'DIREITO DA CRIANÇA E DO ADOLESCENTE' : 'DIREITO CIVIL';
}

function toCover(record: RecordLine): Record<string, unknown> {
  const { class: kind, subjects, unit, value, filedAt } = record;
  const normal = subjects.map(({ code, name }) => ({
    id: 100_000 + code,
    nome: name,
    nome_com_pai: name,
    path_completo: `${rootOf(code)} | ${name}`,
    bloqueado: false,
  }));
  return {
    classe: kind.name,
    assunto: subjects[0]?.name ?? null,
    assuntos_normalizados: normal,
    assunto_principal_normalizado: normal[0] ?? null,
    area: null,
    orgao_julgador: unit.name,
    valor_causa: value === null ? null : { valor: `${value}00`, moeda: 'R$', valor_formatado: `R$ ${value}` },
    data_distribuicao: filedAt,
    data_arquivamento: null,
    informacoes_complementares: null,
  };
}

type About = { document: string; isWrong: boolean; isDoubted: boolean };

function predict({ movements, state }: RecordLine, isDoubted: boolean): string {
  const isEnding = ENDINGS.has(movements.at(-1)?.code ?? 0);
  return isDoubted || isEnding || state === 'CLOSED' ? 'INATIVO' : 'ATIVO';
}

function toAccount(line: CaseLine, record: RecordLine, about: About): Record<string, unknown> {
  const { number } = line;
  const court = findCourt(number as CaseNumber);
  const acronym = court?.acronym.replace(/^(TRT)(\d)/, '$1-$2') ?? '';
  const degree = DEGREES[record.degree] ?? 3;
  const isLeftOut = Number(number.slice(0, 7)) % LEFT_OUT_EVERY === 0 && !about.isWrong;
  const searched = record.parties.filter((party) => party.document === about.document && !party.homonym);
  return {
    id: Number(number.slice(0, 7)),
    processo_fonte_id: Number(number.slice(0, 7)) * 10 + degree,
    descricao: `${acronym} - ${degree}º grau`,
    nome: acronym,
    sigla: acronym,
    tipo: 'TRIBUNAL',
    data_inicio: record.filedAt,
    data_ultima_movimentacao: dayOf(record.movements.at(-1)?.at ?? record.filedAt),
    segredo_justica: record.secrecy > 0,
    arquivado: record.state === undefined ? null : record.state === 'CLOSED',
    status_predito: predict(record, about.isDoubted),
    grau: Number(number.slice(0, 7)) % 2 === 0 ? degree : String(degree),
    grau_formatado: `${degree}º grau`,
    fisico: false,
    sistema: 'PJE',
    quantidade_envolvidos: record.parties.length,
    data_ultima_verificacao: lookedAt(line),
    match_documento_por: searched.length > 0 ? 'DOCUMENTO_TRIBUNAL' : null,
    tipos_envolvido_pesquisado: searched.map((party, id) => ({
      id,
      tipo: ROLES[party.role] ?? party.roleName,
      tipo_normalizado: ROLES[party.role] ?? party.roleName,
      polo: SIDES[party.side],
    })),
    envolvidos: record.parties.map((party) => toInvolved(party, isLeftOut)),
    capa: toCover(record),
    tribunal: { id: 1, nome: court?.acronym ?? '', sigla: acronym, categoria: null },
  };
}

const toGazette = (line: CaseLine): Record<string, unknown> => ({
  id: 9,
  processo_fonte_id: 9,
  descricao: 'Diário de Justiça',
  tipo: 'DIARIO_OFICIAL',
  data_ultima_movimentacao: dayOf(line.updatedAt),
  segredo_justica: null,
  arquivado: null,
  status_predito: null,
  grau: 1,
  envolvidos: [],
});

function lookedAt({ updatedAt }: CaseLine): string {
  return `${addDays(dayOf(updatedAt), -1)}T09:00:00-03:00`;
}

function toItem(line: CaseLine, about: About): Record<string, unknown> {
  const { number, records } = line;
  const isHomonym = records.some(({ parties }) =>
    parties.some((party) => party.document === about.document && party.homonym),
  );
  const isInGazette = Number(number.slice(0, 7)) % IN_GAZETTE_EVERY === 0;
  const filed = records[0]?.filedAt ?? '';
  return {
    numero_cnj: formatCaseNumber(number as CaseNumber),
    titulo_polo_ativo: records[0]?.parties.find(({ side }) => side === 'ACTIVE')?.name ?? null,
    titulo_polo_passivo: records[0]?.parties.find(({ side }) => side === 'PASSIVE')?.name ?? null,
    ano_inicio: Number(filed.slice(0, 4)),
    data_inicio: filed,
    data_ultima_movimentacao: dayOf(line.updatedAt),
    quantidade_movimentacoes: records.reduce((count, { movements }) => count + movements.length, 0),
    fontes_tribunais_estao_arquivadas: records.every(({ state }) => state === 'CLOSED'),
    data_ultima_verificacao: lookedAt(line),
    tempo_desde_ultima_verificacao: 'há 1 dia',
    tipo_match: isHomonym ? 'NOME' : 'DOCUMENTO',
    match_fontes: { tribunal: true, diario_oficial: isInGazette },
    estado_origem: { nome: '', sigla: findCourt(number as CaseNumber)?.state ?? null },
    unidade_origem: { nome: records[0]?.unit.name ?? null, cidade: null },
    fontes: [
      ...records.map((record) => toAccount(line, record, about)),
      ...(isInGazette ? [toGazette(line)] : []),
    ],
  };
}

/** In the order of their numbers, so that pages of one moment fit together. */
export function itemsOf(document: string, world: World): Record<string, unknown>[] {
  const story = findStory(document);
  const isDoubted = story?.lawsuits === 'DISAGREE';
  const about = { document, isWrong: story?.effect === 'WRONG_PERSON', isDoubted };
  const known = knownLines(document, world).toSorted((a, b) => (a.number < b.number ? -1 : 1));
  return known.map((line) => toItem(isDoubted ? tellOtherwise(line) : line, about));
}

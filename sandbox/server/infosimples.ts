// Infosimples as it looks on the wire: everything with status 200 in an envelope with a code of its own. The notaries of
// São Paulo tell office and value of their live protests.
import { isCnpj } from '../../src/documents/cnpj.ts';
import { isCpf } from '../../src/documents/cpf.ts';
import type { ProtestLine } from '../protest-lines.ts';
import { protestLinesOf } from './country.ts';
import { laterProtests } from './later-facts.ts';
import { parseJsonObject, reply } from './reply.ts';
import type { Asked, Reply } from './reply.ts';
import { findStory, SOMEBODY_ELSE } from './test-documents.ts';
import type { World } from './world.ts';

const PREFIX = '/api/v2/consultas/';
const SERVICE = `${PREFIX}cenprot-sp/protestos`;
const NONE = 'Não constam protestos nos cartórios participantes do Estado de São Paulo.';

export function isInfosimples(path: string): boolean {
  return path.startsWith(PREFIX);
}

function envelope(
  code: number,
  data: readonly unknown[],
  errors: readonly string[],
): Record<string, unknown> {
  return {
    code,
    code_message: errors[0] ?? '',
    errors,
    header: {
      api_version: 'v2',
      service: 'cenprot-sp/protestos',
      parameters: {},
      billable: code < 300 || code === 612,
      price: '0.26',
    },
    data_count: data.length,
    data,
    site_receipts: [],
  };
}

function liveProtests(document: string, world: World): ProtestLine[] {
  if (findStory(document)?.effect === 'NOT_FOUND') return [];
  const known = [...protestLinesOf(document), ...laterProtests(document, world)];
  return known.filter(
    ({ state, office, protestedOn }) =>
      state === 'LIVE' && office.state === 'SP' && protestedOn <= world.today(),
  );
}

function toOffice(name: string, protests: readonly ProtestLine[]): Record<string, unknown> {
  const city = protests[0]?.office.city ?? '';
  const sum = protests.reduce((total, { value }) => total + Math.round(Number(value ?? 0) * 100), 0);
  return {
    codigo: name.slice(0, 1),
    nome: name,
    municipio: `${city} / SP`,
    cidade: city,
    quantidade: protests.length,
    valor: sum / 100,
    protestos: protests.map(({ document, value }) => ({
      cpf_cnpj: document,
      valor: value === null ? '-------' : Number(value),
      valor_cancelamento: 98.5,
      valor_quitacao: '-------',
      observacoes: '',
    })),
  };
}

function giveProtests(document: string, world: World): Reply {
  const { person, company } = SOMEBODY_ELSE;
  const isWrong = findStory(document)?.effect === 'WRONG_PERSON';
  const live = liveProtests(document, world);
  if (live.length === 0 && !isWrong) return reply(200, envelope(612, [], [NONE]), document);
  const offices = Map.groupBy(live, ({ office }) => office.name);
  const found = {
    documento_pesquisado: isWrong ? (document.length === 11 ? person : company) : document,
    protocolo_consulta: `SANDBOX-${document.length}`,
    quantidade_titulos: live.length,
    retornou_todos_os_protestos_do_site: true,
    cartorios: { SP: Array.from(offices, ([name, protests]) => toOffice(name, protests)) },
  };
  return reply(200, envelope(200, [found], []), document);
}

export function answerInfosimples({ method, path, body }: Asked, world: World): Reply {
  const { token, cpf, cnpj } = parseJsonObject(body);
  if (method !== 'POST' || typeof token !== 'string' || ['', 'wrong'].includes(token)) {
    return reply(200, envelope(601, [], ['Token inválido']));
  }
  if (path !== SERVICE) return reply(200, envelope(602, [], ['Serviço inválido']));
  const given = cpf ?? cnpj;
  const document = typeof given === 'string' ? given : '';
  const isValid = cpf === undefined ? isCnpj(document) : isCpf(document);
  return isValid ? giveProtests(document, world) : reply(200, envelope(607, [], ['Parâmetro inválido']));
}

// WSDenatran as it looks on the wire, with its empty conventions and its own misspelling.
import { isCpf } from '../../src/documents/cpf.ts';
import { licenceOf } from './licences.ts';
import type { Licence } from './licences.ts';
import { reply } from './reply.ts';
import type { Asked, Reply } from './reply.ts';
import { findStory, SOMEBODY_ELSE } from './test-documents.ts';
import type { World } from './world.ts';

const ROUTE = /^\/v1\/condutores\/cpf\/([^/]+)$/;

export function isWsDenatran(path: string): boolean {
  return path.startsWith('/v1/condutores/');
}

const at = (date: string): string => `${date}T00:00:00.000-03:00`;

function toDriver(licence: Licence): Record<string, unknown> {
  return {
    mapeamentoAutomatico: true,
    ufDominio: licence.uf,
    numeroFormularioRenach: licence.renach,
    numeroRegistro: licence.number,
    numeroFormularioCnh: licence.formNumber,
    numeroListaImpedimento: licence.blocks.length === 0 ? '0' : '1',
    nome: licence.name,
    dataNascimento: at(licence.birthDate),
    nomeMae: licence.motherName,
    nomePai: '',
    cpf: licence.cpf,
    nacionalidade: 1,
    numeroPgu: '0',
    dataPrimeiraHabilitacao: at(licence.firstOn),
    ufPrimeiraHabilitacao: licence.uf,
    categoriaAtual: licence.category,
    categoriaRebaixada: '',
    categoriaAutorizada: '',
    dataValidadeCnh: at(licence.expiresOn),
    ufHabilitacaoAtual: licence.uf,
    quadroObservacoesCnh: licence.remarks,
    situacaoCnh: licence.situation.startsWith('A') ? 'A' : '3',
    descricaoSituacaoCnh: licence.situation,
    descricaoSituacaoCnhAnterior: 'INDISPONÍVEL',
    permissionario: licence.isProvisional ? 1 : 0,
    dataUltimaEmissaoHistorico: at(licence.issuedOn),
    restricoesMedicas: '',
    quantidadeOcorrenciasImpedimentos: licence.blocks.length,
    ocorrencias: licence.blocks.map(({ reason, from, until }) => ({
      mapeamentoAutomatico: true,
      ufDetranBloqueio: licence.uf,
      motivoImpedimentoBloqueio: '1',
      descricaoMotivoImpedimentoBloqueio: reason,
      dataInicioImpedimentoBloqueio: at(from),
      dataTerminoImpedimentoBloqueio: at(until),
      decricaoBloqueio: reason,
      descricaoDecisaoBloqueio: 'INDISPONÍVEL',
    })),
  };
}

export function answerWsDenatran({ method, path, headers }: Asked, world: World): Reply {
  const cpf = ROUTE.exec(path)?.[1];
  if (method !== 'GET' || cpf === undefined) {
    return reply(400, { returnCode: 400, message: 'Requisição inválida' });
  }
  if (!isCpf(String(headers['x-cpf-usuario'] ?? ''))) {
    return reply(401, { returnCode: 401, message: 'CPF do usuário não informado' });
  }
  if (!isCpf(cpf)) {
    return reply(400, { returnCode: 400, message: 'CPF inválido' });
  }
  const test = findStory(cpf);
  const licence = test?.effect === 'NOT_FOUND' ? null : licenceOf(cpf, world.today(), test?.licence ?? null);
  if (licence === null) {
    return reply(404, { returnCode: 404, message: 'Condutor não encontrado' }, cpf);
  }
  const shown = test?.effect === 'WRONG_PERSON' ? { ...licence, cpf: SOMEBODY_ELSE.person } : licence;
  return reply(200, { condutores: [toDriver(shown)] }, cpf);
}

// Celcoin as it looks on the wire: OAuth 2.0 client credentials, and the older SCR summary in an envelope.
import { isCnpj } from '../../src/documents/cnpj.ts';
import { isCpf } from '../../src/documents/cpf.ts';
import { creditOf, newestMonth } from './credit.ts';
import type { CreditMonth } from './credit.ts';
import { parseJsonObject, reply } from './reply.ts';
import type { Asked, Reply } from './reply.ts';
import { findStory, SOMEBODY_ELSE } from './test-documents.ts';
import type { World } from './world.ts';

const TOKEN = 'sandbox-celcoin-token';
const TOKEN_SECONDS = 2400;

export function isCelcoin(path: string): boolean {
  return path === '/v5/token' || path.startsWith('/banking/');
}

function giveToken({ headers, body }: Asked, world: World): Reply {
  const form = new URLSearchParams(body);
  const isForm = String(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  if (!isForm || form.get('grant_type') !== 'client_credentials') {
    return reply(400, { error: 'invalid_request' });
  }
  const basic = String(headers['authorization'] ?? '').replace('Basic ', '');
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
  if (id === '' || ['', 'wrong'].includes(secret)) {
    return reply(401, { error: 'invalid_client' });
  }
  world.countToken('celcoin');
  return reply(200, { access_token: TOKEN, expires_in: TOKEN_SECONDS, token_type: 'bearer' });
}

type Subject = { code: string; type: '1' | '2'; month: string };

function toSummary({ code, type, month }: Subject, credit: CreditMonth | null): Record<string, unknown> {
  const disputed = (credit?.groups ?? []).filter(({ dispute }) => dispute === 'D').length;
  return {
    cnpjDaIFSolicitante: '90010029',
    codigoDoCliente: code,
    tipoDoCliente: type,
    dataBaseConsultada: month,
    ...(credit === null ? {} : { dataInicioRelacionamento: credit.since }),
    quantidadeDeInstituicoes: credit?.institutions ?? 0,
    quantidadeDeOperacoes: credit?.operations ?? 0,
    quantidadeOperacoesDiscordancia: disputed,
    responsabilidadeTotalDiscordancia: 0,
    quantidadeOperacoesSubJudice: 0,
    responsabilidadeTotalSubJudice: 0,
    riscoIndiretoVendor: 0,
    coobrigacaoAssumida: (credit?.guaranteesGiven ?? 0) / 100,
    coobrigacaoRecebida: (credit?.guaranteesReceived ?? 0) / 100,
    percentualDocumentosProcessados: `${credit?.documentsPercent ?? 100}%`,
    percentualVolumeProcessado: `${credit?.volumePercent ?? 100}%`,
    listaDeResumoDasOperacoes: (credit?.groups ?? []).map(({ modality, isForeign, buckets }) => ({
      modalidade: modality,
      variacaoCambial: isForeign ? 'S' : 'N',
      listaDeVencimentos: Object.entries(buckets).map(([bucket, cents]) => ({
        codigoVencimento: `v${bucket}`,
        valorVencimento: cents / 100,
      })),
    })),
    listaDeMensagensDeValidacao: [],
  };
}

function giveSummary(document: string, asked: unknown, world: World): Reply {
  const test = findStory(document);
  const isPerson = document.length === 11;
  const subject = isPerson ? document : document.slice(0, 8);
  const other = isPerson ? SOMEBODY_ELSE.person : SOMEBODY_ELSE.company.slice(0, 8);
  const newest = newestMonth(world.today());
  const month = typeof asked === 'string' ? asked : newest;
  const code = test?.effect === 'WRONG_PERSON' ? other : subject;
  const isThere = test?.effect !== 'NOT_FOUND' && month <= newest;
  const credit = isThere ? creditOf(subject, month, test?.credit ?? null) : null;
  const summary = toSummary({ code, type: isPerson ? '1' : '2', month }, credit);
  const dados =
    month <= newest
      ? summary
      : {
          ...summary,
          listaDeMensagensDeValidacao: [{ codigo: 'DATABASE', mensagem: 'Data-base não disponível' }],
        };
  return reply(200, { sucesso: true, mensagem: '', dados }, document);
}

export function answerCelcoin(asked: Asked, world: World): Reply {
  if (asked.path === '/v5/token' && asked.method === 'POST') {
    return giveToken(asked, world);
  }
  if (asked.headers['authorization'] !== `Bearer ${TOKEN}`) {
    return reply(401, { error: 'unauthorized' });
  }
  if (asked.path !== '/banking/originator/scr' || asked.method !== 'POST') {
    return reply(404, { error: 'not found' });
  }
  const { evidence, taxpayer_id: taxpayer, reference_date: month } = parseJsonObject(asked.body);
  const document = typeof taxpayer === 'string' ? taxpayer : '';
  if (!isCpf(document) && !isCnpj(document)) {
    return reply(400, { sucesso: false, mensagem: 'Documento inválido' });
  }
  const isConsented = typeof evidence === 'string' && evidence !== '';
  if (!isConsented || findStory(document)?.effect === 'CONSENT_MISSING') {
    return reply(200, { sucesso: false, mensagem: 'Evidência de consentimento ausente' }, document);
  }
  return giveSummary(document, month, world);
}

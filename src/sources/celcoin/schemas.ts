// The older summary of the Central Bank's SCR (SCR2) in the envelope of Celcoin's originator service; as documented in
// 2026. Failures come with status 200 and `sucesso: false`.
import Type from 'typebox';
import type { Static } from 'typebox';
import { count, list, loose, text } from '../../platform/outbound/wire-schemas.ts';

const Maturity = Type.Object({
  codigoVencimento: Type.Union([
    Type.String({ pattern: '^v?[0-9]{2,3}$' }),
    Type.Integer({ minimum: 20, maximum: 999 }),
  ]),
  valorVencimento: loose,
});

const Operation = Type.Object({
  modalidade: Type.Union([
    Type.String({ pattern: '^[0-9]{3,4}$' }),
    Type.Integer({ minimum: 101, maximum: 9999 }),
  ]),
  variacaoCambial: Type.Optional(Type.Union([Type.String(), Type.Boolean(), Type.Null()])),
  listaDeVencimentos: list(Maturity, 200),
});

const Message = Type.Object({ codigo: Type.Union([Type.String(), Type.Integer()]), mensagem: text });

const ClientSummary = Type.Object({
  codigoDoCliente: Type.Union([Type.String(), Type.Integer()]),
  tipoDoCliente: Type.Optional(Type.Union([Type.String(), Type.Integer(), Type.Null()])),
  dataBaseConsultada: Type.Union([Type.String(), Type.Integer()]),
  dataInicioRelacionamento: text,
  quantidadeDeInstituicoes: count,
  quantidadeDeOperacoes: count,
  quantidadeOperacoesDiscordancia: count,
  responsabilidadeTotalDiscordancia: loose,
  quantidadeOperacoesSubJudice: count,
  responsabilidadeTotalSubJudice: loose,
  riscoIndiretoVendor: loose,
  coobrigacaoAssumida: loose,
  coobrigacaoRecebida: loose,
  percentualDocumentosProcessados: loose,
  percentualVolumeProcessado: loose,
  listaDeResumoDasOperacoes: Type.Optional(
    Type.Union([Type.Array(Operation, { maxItems: 2000 }), Type.Null()]),
  ),
  listaDeMensagensDeValidacao: Type.Optional(Type.Union([Type.Array(Message), Type.Null()])),
});

export const Envelope = Type.Union([
  Type.Object({ sucesso: Type.Literal(true), mensagem: text, dados: ClientSummary }),
  Type.Object({ sucesso: Type.Literal(false), mensagem: text }),
]);

export type EnvelopeBody = Static<typeof Envelope>;
export type ClientRecord = Static<typeof ClientSummary>;
export type OperationRecord = Static<typeof Operation>;

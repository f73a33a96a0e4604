// The wire shapes of WSDenatran (Serpro, for Senatran): manual and contract as of 2026. Only what is read is declared;
// the driver record has a hundred more fields. Everything may be missing, null, or hold the empty conventions.
import Type from 'typebox';
import type { Static } from 'typebox';
import { list, text } from '../../platform/outbound/wire-schemas.ts';

/** Declared as an integer, seen as text as well. */
const code = Type.Optional(Type.Union([Type.String(), Type.Integer(), Type.Null()]));

const Occurrence = Type.Object({
  motivoImpedimentoBloqueio: code,
  descricaoMotivoImpedimentoBloqueio: text,
  // The source's own spelling.
  decricaoBloqueio: text,
  descricaoDecisaoBloqueio: text,
  dataInicioImpedimentoBloqueio: text,
  dataTerminoImpedimentoBloqueio: text,
});

const Driver = Type.Object({
  cpf: Type.Union([Type.String(), Type.Integer()]),
  nome: text,
  nomeMae: text,
  dataNascimento: text,
  numeroRegistro: code,
  numeroFormularioCnh: code,
  numeroFormularioRenach: text,
  numeroListaImpedimento: code,
  categoriaAtual: text,
  categoriaRebaixada: text,
  dataPrimeiraHabilitacao: text,
  dataUltimaEmissaoHistorico: text,
  dataValidadeCnh: text,
  ufDominio: text,
  ufHabilitacaoAtual: text,
  descricaoSituacaoCnh: text,
  permissionario: code,
  quadroObservacoesCnh: text,
  restricoesMedicas: text,
  quantidadeOcorrenciasImpedimentos: code,
  ocorrencias: list(Occurrence, 500),
});

export const Drivers = Type.Object({ condutores: Type.Array(Driver, { maxItems: 50 }) });
export const Refusal = Type.Object({
  returnCode: Type.Union([Type.Integer(), Type.String()]),
  message: text,
});

export type DriversBody = Static<typeof Drivers>;
export type DriverRecord = Static<typeof Driver>;
export type OccurrenceRecord = Static<typeof Occurrence>;

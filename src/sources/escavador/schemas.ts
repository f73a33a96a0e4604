// A page of the cases of somebody at Escavador, version 2 (the reference and the SDK of its maker, seen 2026-11). Enumerations
// are never closed, and whatever is not needed is not looked at.
import Type from 'typebox';
import type { Static } from 'typebox';
import { flag, list, loose, maybe, text } from '../../platform/outbound/wire-schemas.ts';

const Registration = Type.Object({ numero: loose, uf: text });
const named = {
  nome: text,
  tipo: text,
  tipo_normalizado: text,
  polo: text,
  cpf: loose,
  cnpj: loose,
  oabs: list(Registration, 100),
};
const Lawyer = Type.Object(named);
const Involved = Type.Object({ ...named, advogados: list(Lawyer, 1000) });

const Subject = Type.Object({ nome: text, nome_com_pai: text, path_completo: text });
const Cover = Type.Object({
  classe: text,
  assunto: text,
  assuntos_normalizados: list(Subject, 1000),
  assunto_principal_normalizado: maybe(Subject),
  area: text,
  orgao_julgador: text,
  valor_causa: maybe(Type.Object({ valor: loose, moeda: text })),
  data_distribuicao: text,
  data_arquivamento: text,
});

const Told = Type.Object({
  id: loose,
  processo_fonte_id: loose,
  tipo: text,
  data_inicio: text,
  data_ultima_movimentacao: text,
  data_ultima_verificacao: text,
  segredo_justica: flag,
  arquivado: flag,
  status_predito: text,
  grau: loose,
  url: text,
  match_documento_por: text,
  tipos_envolvido_pesquisado: list(Type.Object({ tipo: text, tipo_normalizado: text, polo: text }), 100),
  envolvidos: list(Involved, 100_000),
  capa: maybe(Cover),
});

const Case = Type.Object({
  numero_cnj: Type.String({ maxLength: 60 }),
  titulo_polo_ativo: text,
  titulo_polo_passivo: text,
  data_inicio: text,
  data_ultima_verificacao: text,
  tipo_match: text,
  estado_origem: maybe(Type.Object({ sigla: text })),
  unidade_origem: maybe(Type.Object({ nome: text, cidade: text })),
  fontes: Type.Array(Told, { maxItems: 1000 }),
});

const Found = Type.Object({
  nome: text,
  tipo_pessoa: text,
  quantidade_processos: maybe(Type.Integer({ minimum: 0 })),
  cpfs_com_esse_nome: maybe(Type.Integer({ minimum: 0 })),
});

export const CasePage = Type.Object({
  envolvido_encontrado: maybe(Found),
  items: Type.Array(Case, { maxItems: 1000 }),
  links: Type.Object({ next: Type.Optional(Type.Union([Type.String({ maxLength: 4000 }), Type.Null()])) }),
});

/** Two shapes: `{code, message, errors}` where the route was understood, `{error}` where it was not. */
export const Refusal = Type.Object({ code: loose, error: text });

export type CasePageBody = Static<typeof CasePage>;
export type FoundRecord = Static<typeof Found>;
export type CaseItem = Static<typeof Case>;
export type ToldRecord = Static<typeof Told>;
export type CoverRecord = Static<typeof Cover>;
export type InvolvedRecord = Static<typeof Involved>;
export type LawyerRecord = Static<typeof Lawyer>;
export type RefusalBody = Static<typeof Refusal>;

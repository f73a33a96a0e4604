// Infosimples' envelope and the protests of CENPROT-SP in it (service `cenprot-sp/protestos`, v2.2.33, seen 2026-11). Every
// answer has HTTP status 200; whether it is one is told by `code`.
import Type from 'typebox';
import type { Static } from 'typebox';
import { count, flag, list, loose, maybe, text } from '../../platform/outbound/wire-schemas.ts';

const Title = Type.Object({
  cpf_cnpj: loose,
  valor: loose,
  valor_cancelamento: loose,
  valor_quitacao: loose,
  observacoes: text,
});

const Office = Type.Object({
  codigo: loose,
  nome: text,
  cidade: text,
  municipio: text,
  quantidade: count,
  valor: loose,
  protestos: list(Title, 10_000),
});

const Found = Type.Object({
  documento_pesquisado: Type.Union([Type.String(), Type.Integer()]),
  protocolo_consulta: loose,
  quantidade_titulos: count,
  retornou_todos_os_protestos_do_site: flag,
  cartorios: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Array(Office, { maxItems: 10_000 })), Type.Null()]),
  ),
});

export const Envelope = Type.Object({
  code: Type.Integer(),
  errors: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  header: maybe(Type.Object({ billable: flag })),
  data: list(Found, 100),
});

export type EnvelopeBody = Static<typeof Envelope>;
export type FoundRecord = Static<typeof Found>;
export type OfficeRecord = Static<typeof Office>;
export type TitleRecord = Static<typeof Title>;

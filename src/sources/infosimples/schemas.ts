// Infosimples' envelope and the protests of CENPROT-SP in it (service `cenprot-sp/protestos`, v2.2.33, seen 2026-11). Every
// answer has HTTP status 200; whether it is one is told by `code`.
import Type from 'typebox';
import type { Static } from 'typebox';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const amount = Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()]));
const count = Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]));

const Title = Type.Object({
  cpf_cnpj: amount,
  valor: amount,
  valor_cancelamento: amount,
  valor_quitacao: amount,
  observacoes: text,
});

const Office = Type.Object({
  codigo: amount,
  nome: text,
  cidade: text,
  municipio: text,
  quantidade: count,
  valor: amount,
  protestos: Type.Optional(Type.Union([Type.Array(Title, { maxItems: 10_000 }), Type.Null()])),
});

const Found = Type.Object({
  documento_pesquisado: Type.Union([Type.String(), Type.Integer()]),
  protocolo_consulta: amount,
  quantidade_titulos: count,
  retornou_todos_os_protestos_do_site: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  cartorios: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Array(Office, { maxItems: 10_000 })), Type.Null()]),
  ),
});

export const Envelope = Type.Object({
  code: Type.Integer(),
  errors: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  header: Type.Optional(
    Type.Union([
      Type.Object({ billable: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])) }),
      Type.Null(),
    ]),
  ),
  data: Type.Optional(Type.Union([Type.Array(Found, { maxItems: 100 }), Type.Null()])),
});

export type EnvelopeBody = Static<typeof Envelope>;
export type FoundRecord = Static<typeof Found>;
export type OfficeRecord = Static<typeof Office>;
export type TitleRecord = Static<typeof Title>;

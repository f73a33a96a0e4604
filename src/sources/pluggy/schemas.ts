// The newer summary of the Central Bank's SCR as Pluggy passes it on (GET /items/{id}/scr), and Pluggy's errors; as
// documented in 2026. Enumerations are never closed, amounts may be missing, null, numbers or texts.
import Type from 'typebox';
import type { Static } from 'typebox';
import { count, list, loose, text } from '../../platform/outbound/wire-schemas.ts';

const Operation = Type.Object({
  mod: Type.Union([Type.String({ pattern: '^[0-9]{3,4}$' }), Type.Integer({ minimum: 101, maximum: 9999 })]),
  varCamb: Type.Optional(Type.Union([Type.String(), Type.Boolean(), Type.Null()])),
  subJDisc: text,
  resVenc: Type.Record(Type.String({ pattern: '^v?[0-9]{2,3}$' }), loose, { additionalProperties: false }),
});

const BaseMonth = Type.Object({
  dtb: Type.Union([Type.Integer(), Type.String()]),
  msg: text,
  docProc: loose,
  volProc: loose,
  qtdIfs: count,
  dtbIniRel: text,
  coobAss: loose,
  coobRec: loose,
  lsOp: list(Operation, 2000),
});

const Message = Type.Object({ codigo: Type.Union([Type.String(), Type.Integer()]), mensagem: text });

export const Summary = Type.Object({
  cdCli: Type.Union([Type.String(), Type.Integer()]),
  tpCli: Type.Union([Type.Literal('1'), Type.Literal('2'), Type.Literal(1), Type.Literal(2)]),
  lsDtb: Type.Array(BaseMonth, { maxItems: 120 }),
  listaDeMensagensDeValidacao: Type.Optional(Type.Union([Type.Array(Message), Type.Null()])),
});

export const Refusal = Type.Object({
  code: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  codeDescription: text,
});

export type SummaryBody = Static<typeof Summary>;
export type MonthRecord = Static<typeof BaseMonth>;
export type OperationRecord = Static<typeof Operation>;
export type RefusalBody = Static<typeof Refusal>;

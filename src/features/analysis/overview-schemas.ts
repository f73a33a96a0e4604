// Wire shapes of an analysis at a glance, and of a document that is shown.
import Type from 'typebox';
import { SourceShape } from './source-schemas.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });
const MaybeText = Type.Union([Text, Type.Null()]);
const MaybeDay = Type.Union([Type.String({ format: 'date' }), Type.Null()]);
const MaybeFlag = Type.Union([Type.Boolean(), Type.Null()]);
const Coded = Type.Union([Type.Object({ code: Text, name: MaybeText }, closed), Type.Null()]);
const SITUATIONS = ['VOID', 'ACTIVE', 'SUSPENDED', 'UNFIT', 'ACTIVE_IRREGULAR', 'CLOSED', 'UNKNOWN'] as const;

const ReasonCount = Type.Object(
  {
    rule: Text,
    weight: Type.Integer({ description: 'The heavier one comes first' }),
    sentence: Type.Object({ 'pt-BR': Text, en: Text }, closed),
    total: Count,
    value: Type.String({ description: 'Money; cases without a known value are not in it' }),
  },
  closed,
);

const DebtShape = Type.Object(
  {
    document: Text,
    name: MaybeText,
    register: Text,
    inscription: Text,
    debtorKind: MaybeText,
    state: Type.Enum(['COLLECTING', 'BENEFIT', 'GUARANTEED', 'SUSPENDED', 'NEGOTIATING', 'UNKNOWN']),
    situation: MaybeText,
    registeredOn: MaybeDay,
    isFiledInCourt: MaybeFlag,
    value: MaybeText,
  },
  closed,
);
const ProtestShape = Type.Object(
  {
    document: Text,
    office: MaybeText,
    city: MaybeText,
    state: MaybeText,
    protestedOn: MaybeDay,
    dueOn: MaybeDay,
    value: MaybeText,
    kind: MaybeText,
    presenter: MaybeText,
    creditor: MaybeText,
  },
  closed,
);
const PartnerShape = Type.Object(
  {
    kind: Type.Enum(['COMPANY', 'PERSON', 'FOREIGN', 'UNKNOWN']),
    name: MaybeText,
    document: MaybeText,
    qualification: Coded,
    since: MaybeDay,
  },
  closed,
);
const HoldingShape = Type.Object(
  { root: Text, name: Text, situation: Type.Enum([...SITUATIONS]), qualification: Coded, since: MaybeDay },
  closed,
);
const CompanyShape = Type.Object(
  {
    root: Text,
    name: Text,
    legalNature: Coded,
    capital: MaybeText,
    size: Type.Enum(['NOT_INFORMED', 'MICRO', 'SMALL', 'OTHER']),
    isSimples: MaybeFlag,
    isMei: MaybeFlag,
    establishments: Count,
    headOffice: Type.Union([
      Type.Object(
        {
          document: Text,
          tradeName: MaybeText,
          situation: Type.Enum([...SITUATIONS]),
          situationOn: MaybeDay,
          situationReason: Coded,
          startedOn: MaybeDay,
          mainActivity: Coded,
          city: Coded,
          state: MaybeText,
          specialSituation: MaybeText,
        },
        closed,
      ),
      Type.Null(),
    ]),
  },
  closed,
);

export const OverviewAnswer = Type.Object(
  {
    documentType: Type.Enum(['CPF', 'CNPJ']),
    documentNumber: Text,
    documentInfo: Type.String({ description: 'The name, as best known' }),
    rfBaseStatus: Text,
    statusIndex: Type.Enum(['INITIAL', 'PROCESSING', 'DONE', 'ERROR']),
    total: Type.Integer({ minimum: 0, description: 'Cases of the frozen list' }),
    totalWithoutValue: Count,
    reasons: Type.Array(ReasonCount),
    years: Type.Array(
      Type.Object(
        {
          year: Type.Integer(),
          filed: Count,
          ended: Type.Integer({
            minimum: 0,
            description: 'Inactive cases whose last movement was in that year',
          }),
        },
        closed,
      ),
    ),
    courts: Type.Array(Type.Object({ court: Text, total: Count }, closed)),
    sources: Type.Array(SourceShape),
    debts: Type.Array(DebtShape),
    protests: Type.Array(ProtestShape),
    partners: Type.Array(PartnerShape),
    holdings: Type.Array(HoldingShape),
    company: Type.Union([CompanyShape, Type.Null()], { description: 'As the tax registry has it now' }),
  },
  closed,
);

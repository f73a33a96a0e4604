// Wire shapes of what the tax registry says of a company.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { REGISTRY_EVENTS } from '../companies/index.ts';
import { envelope, paging, Source } from './schemas.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Flag = Type.Boolean();
const Count = Type.Integer({ minimum: 0 });
const Money = Type.String({ description: 'Money; empty when it is not known' });
const Day = Type.Union([Type.String({ format: 'date' }), Type.Null()]);
const Coded = Type.Object({ code: Text, name: Text }, closed);

const EventShape = Type.Object(
  { kind: Type.Enum([...REGISTRY_EVENTS]), on: Day, documentNumber: Text, what: Text, why: Text },
  closed,
);
const Observed = Type.Object(
  {
    userPlanConsumeAnalyticsId: Id,
    createdAt: Type.String({ format: 'date-time' }),
    rfBaseStatus: Text,
    name: Text,
    capital: Money,
    mainActivity: Coded,
    establishments: Count,
  },
  closed,
);
export const HistoryAnswer = Type.Object(
  {
    ...envelope,
    register: Type.Object(
      {
        ...paging,
        sources: Type.Array(Source),
        items: Type.Array(EventShape),
        observed: Type.Array(Observed, {
          description: 'As analyses of the organization saw it, newest first',
        }),
      },
      closed,
    ),
  },
  closed,
);

export const ActivityAnswer = Type.Object(
  {
    ...envelope,
    register: Type.Object(
      {
        documentNumber: Text,
        documentInfo: Text,
        faturamentoEstimado: Count,
        rfBaseStatus: Text,
        size: Text,
        capital: Money,
        legalNature: Coded,
        mainActivity: Coded,
        isSimples: Flag,
        isMei: Flag,
        startedOn: Day,
        establishments: Count,
        sources: Type.Array(Source),
      },
      closed,
    ),
  },
  closed,
);

export type HistoryWire = Static<typeof HistoryAnswer>;
export type ActivityWire = Static<typeof ActivityAnswer>;

// Wire shapes of tenants, plans and the system; those of sources, imports and jobs are in files of their own.
import Type from 'typebox';
import type { Static } from 'typebox';
import { FEATURES } from '../../platform/http/caller.ts';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
const Count = Type.Integer({ minimum: 0 });
const Time = Type.String({ format: 'date-time' });
const TimeOrNull = Type.Union([Time, Type.Null()]);

export const TenantsQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, format: 'int64' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
});

const Subscription = Type.Object(
  { planId: Id, planName: Type.String(), granted: Count, consumed: Count, endedAt: TimeOrNull },
  closed,
);
const Tenant = Type.Object(
  {
    organizationId: Id,
    name: Type.String(),
    holderId: Id,
    holderName: Type.String(),
    members: Count,
    subscriptions: Type.Array(Subscription),
    createdAt: Time,
    disabledAt: TimeOrNull,
  },
  closed,
);
export const TenantsAnswer = Type.Object(
  {
    tenants: Type.Array(Tenant),
    next: Type.Union([Id, Type.Null()], { description: 'The value for `after` when there is more' }),
  },
  closed,
);
export type TenantsAnswer = Static<typeof TenantsAnswer>;

const Plan = Type.Object(
  {
    planId: Id,
    name: Type.String(),
    typePlan: Type.Enum(['ANALYTICS', 'MONITORING', 'COMPLETE']),
    features: Type.Array(Type.Enum([...FEATURES])),
    isVisible: Type.Boolean(),
    organizations: Type.Integer({ minimum: 0, description: 'With a subscription that has not ended' }),
    granted: Count,
    consumed: Count,
    createdAt: Time,
    disabledAt: TimeOrNull,
  },
  closed,
);
export const PlansAnswer = Type.Object({ plans: Type.Array(Plan) }, closed);
export type PlansAnswer = Static<typeof PlansAnswer>;

const Act = Type.Object(
  { id: Id, at: Time, username: Type.String(), action: Type.String(), subject: Type.String() },
  closed,
);
export const SystemAnswer = Type.Object(
  {
    version: Type.String(),
    node: Type.String(),
    database: Type.String(),
    startedAt: Type.String({ format: 'date-time', description: 'Of the API process that answers' }),
    findings: Type.Array(
      Type.Object(
        {
          check: Type.String(),
          state: Type.Enum(['ok', 'warning', 'fault']),
          message: Type.String(),
          remedy: Type.Union([Type.String(), Type.Null()]),
        },
        closed,
      ),
    ),
    acts: Type.Array(Act, { description: 'What operators did here last, newest first' }),
  },
  closed,
);
export type SystemAnswer = Static<typeof SystemAnswer>;

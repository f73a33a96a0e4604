// Wire shapes of plans and balance. `sucess` is the contract's own spelling.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
const Units = Type.Integer({ minimum: 0 });
const DateTime = Type.String({ format: 'date-time' });

export const BalancePath = Type.Object({ holderId: Id, organizationId: Id }, closed);

const Plan = Type.Object(
  {
    planId: Id,
    planName: Type.String(),
    typePlan: Type.Enum(['ANALYTICS', 'MONITORING', 'COMPLETE']),
    typePlanCash: Type.String({ description: 'PREPAID: units are bought before they are used' }),
    typeOrganization: Type.String({ description: 'Always empty' }),
    limitIni: Type.Integer({ description: 'Always 0' }),
    limitEnd: Type.Integer({ description: 'Units granted' }),
    limitQtdDocument: Type.Integer({ description: 'Units granted' }),
    hasMindMap: Type.Boolean(),
    hasCertification: Type.Boolean({ description: 'Always false: certification is not offered yet' }),
    isVisible: Type.Boolean(),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  closed,
);

export const BalanceAnswer = Type.Object(
  {
    sucess: Type.Boolean(),
    reason: Type.String(),
    total: Type.Integer(),
    balance: Type.Array(
      Type.Object({ balance: Type.Object({ available: Units, consume: Units, plan: Plan }, closed) }, closed),
    ),
  },
  closed,
);

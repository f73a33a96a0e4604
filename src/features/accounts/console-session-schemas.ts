// Wire shapes of the console's session. Nothing here holds a token: it travels in the cookie alone.
import Type from 'typebox';
import type { Static } from 'typebox';
import { FEATURES, ROLES } from '../../platform/http/caller.ts';
import type { Caller } from '../../platform/http/caller.ts';

const closed = { additionalProperties: false };
const Id = Type.Integer({ format: 'int64' });

export const ConsoleSession = Type.Object(
  {
    user: Type.Object({ email: Type.String(), username: Type.String(), isOperator: Type.Boolean() }, closed),
    organizations: Type.Array(
      Type.Object(
        {
          organizationId: Id,
          holderId: Id,
          name: Type.String(),
          role: Type.Enum([...ROLES]),
          plans: Type.Array(
            Type.Object({ planId: Id, features: Type.Array(Type.Enum([...FEATURES])) }, closed),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);

export const ConsoleVisit = Type.Object(
  { session: Type.Union([ConsoleSession, Type.Null()], { description: 'Null when nobody is logged in' }) },
  closed,
);

const TryDocument = Type.Object(
  { document: Type.String(), about: Type.Object({ 'pt-BR': Type.String(), en: Type.String() }, closed) },
  closed,
);
export const ConsoleStart = Type.Object(
  {
    demo: Type.Union([Type.Object({ email: Type.String(), password: Type.String() }, closed), Type.Null()], {
      description: 'The published log-in of a private machine; null everywhere else',
    }),
    documents: Type.Array(TryDocument, { description: 'Published test documents that can be tried here' }),
  },
  closed,
);
export type ConsoleStart = Static<typeof ConsoleStart>;

export function sessionToWire(
  user: NonNullable<Caller['user']>,
  organizations: Caller['organizations'],
  names: ReadonlyMap<number, string>,
): Static<typeof ConsoleSession> {
  return {
    user: { email: user.email, username: user.username, isOperator: user.isOperator },
    organizations: [...organizations.values()]
      .toSorted((a, b) => a.organizationId - b.organizationId)
      .map(({ organizationId, holderId, role, plans }) => ({
        organizationId,
        holderId,
        name: names.get(organizationId) ?? '',
        role,
        plans: plans.map(({ planId, features }) => ({ planId, features: [...features] })),
      })),
  };
}

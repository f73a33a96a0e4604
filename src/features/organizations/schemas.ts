// Wire shapes of an organization's members.
import Type from 'typebox';
import type { Static } from 'typebox';
import { ROLES } from '../../platform/http/caller.ts';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
const RoleName = Type.Enum([...ROLES]);

export const MembersPath = Type.Object({ organizationId: Id }, closed);
export const MemberPath = Type.Object({ organizationId: Id, userId: Id }, closed);
export const MemberBody = Type.Object({ role: RoleName }, closed);

const Member = Type.Object(
  {
    userId: Id,
    email: Type.String(),
    username: Type.String(),
    role: RoleName,
    since: Type.String({ format: 'date-time' }),
  },
  closed,
);
export const MembersAnswer = Type.Object({ members: Type.Array(Member) }, closed);
export type MembersAnswer = Static<typeof MembersAnswer>;
export const Done = Type.Object({ success: Type.Boolean() }, closed);

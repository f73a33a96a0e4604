import type { AuditAction } from '../../audit-actions.ts';
import { FarolError } from '../../errors.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry, Role } from '../../platform/http/caller.ts';
import { changeRole, lockMembers } from './member-store.ts';
import { leavesAnAdmin } from './rules.ts';
import type { MembersAnswer } from './schemas.ts';
import { listMembers, removeMember } from './store.ts';

type Doing = { entry: Entry; actor: string };

export type MemberService = {
  list(entry: Entry): Promise<MembersAnswer>;
  changeRole(doing: Doing, userId: number, role: Role): Promise<void>;
  remove(doing: Doing, userId: number): Promise<void>;
};

async function requireChange(
  tx: Transaction,
  organizationId: number,
  changed: { userId: number; role: Role | null },
): Promise<void> {
  const members = await lockMembers(tx, organizationId);
  if (!members.some(({ userId }) => userId === changed.userId)) {
    throw new FarolError('NOT_FOUND', { message: 'Member not found' });
  }
  if (!leavesAnAdmin(members, changed)) {
    throw new FarolError('CONFLICT', { message: 'The organization would be left without an admin' });
  }
}

export function createMemberService({ database }: { database: Database }): MemberService {
  const note = (tx: Transaction, { entry, actor }: Doing, action: AuditAction, userId: number): void => {
    const { organizationId } = entry;
    recordAudit(tx, [{ organizationId, actor, action, subject: `user ${userId}`, documentHash: null }]);
  };
  return {
    list: async ({ organizationId, scope }) => {
      const rows = await database.transaction(scope, (tx) => listMembers(tx, organizationId));
      return {
        members: rows.map(({ user_id, email, username, role, created_at }) => ({
          userId: Number(user_id),
          email,
          username,
          role,
          since: created_at.toISOString(),
        })),
      };
    },
    changeRole: (doing, userId, role) =>
      database.transaction(doing.entry.scope, async (tx) => {
        const { organizationId } = doing.entry;
        await requireChange(tx, organizationId, { userId, role });
        await changeRole(tx, { organizationId, userId, role });
        note(tx, doing, `member.${role}`, userId);
      }),
    remove: (doing, userId) =>
      database.transaction(doing.entry.scope, async (tx) => {
        const { organizationId } = doing.entry;
        await requireChange(tx, organizationId, { userId, role: null });
        await removeMember(tx, organizationId, userId);
        note(tx, doing, 'member.remove', userId);
      }),
  };
}

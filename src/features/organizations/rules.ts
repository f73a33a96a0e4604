import type { Role } from '../../platform/http/caller.ts';

/** Whether somebody would be left who can administer the organization, once the member has that role, or none. */
export function leavesAnAdmin(
  members: readonly { readonly userId: number; readonly role: Role }[],
  changed: { readonly userId: number; readonly role: Role | null },
): boolean {
  return members.some(({ userId, role }) => (userId === changed.userId ? changed.role : role) === 'admin');
}

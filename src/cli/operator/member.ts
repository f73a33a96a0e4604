import type { Command } from 'commander';
import * as accounts from '../../features/accounts/index.ts';
import * as organizations from '../../features/organizations/index.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Role } from '../../platform/http/caller.ts';
import type { Row } from '../output.ts';
import { parseEmail, parseId, roleOption, verb } from './arguments.ts';
import { found, notFound } from './faults.ts';
import { actInTransaction } from './session.ts';
import type { OpenOperator } from './session.ts';

function toRow(member: organizations.MemberRow): Row {
  return {
    userId: Number(member.user_id),
    email: member.email,
    username: member.username,
    role: member.role,
    createdAt: member.created_at,
  };
}

async function requireBoth(
  tx: Transaction,
  organizationId: number,
  email: string,
): Promise<accounts.UserRow> {
  found(await organizations.findOrganization(tx, organizationId), `organization ${organizationId}`);
  return found(await accounts.findUserByEmail(tx, email), 'user with this e-mail');
}

export function addMemberCommands(organization: Command, open: OpenOperator): void {
  verb(organization, 'members', 'list the members of an organization')
    .argument('<id>', 'the organization', parseId)
    .action((id: number, _options: object, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        found(await organizations.findOrganization(tx, id), `organization ${id}`);
        return { rows: (await organizations.listMembers(tx, id)).map(toRow) };
      }),
    );
  verb(organization, 'add-member', 'let a user in, or change the role of a member')
    .argument('<id>', 'the organization', parseId)
    .requiredOption('--user <email>', 'the e-mail of the user', parseEmail)
    .addOption(roleOption().makeOptionMandatory())
    .action((id: number, options: { user: string; role: Role }, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        const user = await requireBoth(tx, id, options.user);
        await organizations.setMember(tx, {
          organizationId: id,
          userId: Number(user.id),
          role: options.role,
        });
        return {
          rows: { organizationId: id, userId: Number(user.id), email: user.email, role: options.role },
        };
      }),
    );
  verb(organization, 'remove-member', 'shut a user out of an organization')
    .argument('<id>', 'the organization', parseId)
    .requiredOption('--user <email>', 'the e-mail of the user', parseEmail)
    .action((id: number, options: { user: string }, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        const user = await requireBoth(tx, id, options.user);
        if (!(await organizations.removeMember(tx, id, Number(user.id)))) {
          throw notFound(`This user is not a member of organization ${id}.`);
        }
        return { rows: { organizationId: id, userId: Number(user.id), email: user.email, removed: true } };
      }),
    );
}

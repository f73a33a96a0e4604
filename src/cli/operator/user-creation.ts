import type { Command } from 'commander';
import * as accounts from '../../features/accounts/index.ts';
import * as organizations from '../../features/organizations/index.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { Role } from '../../platform/http/caller.ts';
import type { Answer, Row } from '../output.ts';
import { parseEmail, parseId, parseUsername, roleOption, verb } from './arguments.ts';
import { found, wrongUsage } from './faults.ts';
import { takeNewPassword } from './password-entry.ts';
import type { NewPassword, Terminal } from './password-entry.ts';
import { act } from './session.ts';
import type { OpenOperator, OperatorSession } from './session.ts';

type Wanted = {
  email: string;
  username: string;
  operator?: boolean;
  organization?: number;
  role?: Role;
  generate?: boolean;
};
type Membership = { organizationId: number; role: Role };

export function toUserRow(user: accounts.UserRow): Row {
  return {
    id: Number(user.id),
    email: user.email,
    username: user.username,
    operator: user.is_operator,
    demo: user.is_demo,
    createdAt: user.created_at,
    disabledAt: user.disabled_at,
  };
}

export function describePassword({ password, isGenerated }: NewPassword): { shown: Row; notes: string[] } {
  return isGenerated
    ? { shown: { password }, notes: ['Keep the password now: it is not shown again.'] }
    : { shown: {}, notes: [] };
}

function membershipOf({ organization, role }: Wanted): Membership | null {
  if (organization === undefined && role === undefined) {
    return null;
  }
  if (organization === undefined || role === undefined) {
    throw wrongUsage('--organization and --role go together: give both or neither.');
  }
  return { organizationId: organization, role };
}

/** The password is asked for first and hashed outside the transaction: both take long. */
async function createUser(
  { operator }: OperatorSession,
  terminal: Terminal,
  wanted: Wanted,
): Promise<Answer> {
  const { email, username } = wanted;
  const membership = membershipOf(wanted);
  const given = await takeNewPassword(terminal, {
    generate: wanted.generate === true,
    personal: [email, username],
  });
  const passwordHash = await accounts.createPasswords(1).hash(given.password);
  const user = await operator.transaction(NO_SCOPE, async (tx) => {
    const isOperator = wanted.operator === true;
    const created = await accounts.createUser(tx, {
      email,
      username,
      passwordHash,
      isOperator,
      isDemo: false,
    });
    if (membership !== null) {
      const { organizationId } = membership;
      found(await organizations.findOrganization(tx, organizationId), `organization ${organizationId}`);
      await organizations.setMember(tx, { ...membership, userId: Number(created.id) });
    }
    return created;
  });
  const { shown, notes } = describePassword(given);
  return { rows: { ...toUserRow(user), ...membership, ...shown }, notes };
}

export function addUserCreation(user: Command, open: OpenOperator, terminal: Terminal): void {
  verb(user, 'create', 'make a user; the password is typed, or read from the standard input')
    .requiredOption('--email <address>', 'the e-mail to log in with', parseEmail)
    .requiredOption('--username <name>', 'the username', parseUsername)
    .option('--operator', 'the user is an operator of the whole installation')
    .option('--organization <id>', 'make the user a member of this organization', parseId)
    .addOption(roleOption())
    .option('--generate', 'make a strong password and print it this once')
    .action((wanted: Wanted, command: Command) =>
      act(command, open, (session) => createUser(session, terminal, wanted)),
    );
}

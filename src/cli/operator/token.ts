import type { Command } from 'commander';
import * as accounts from '../../features/accounts/index.ts';
import * as organizations from '../../features/organizations/index.ts';
import { grantScope } from '../../platform/db/scope.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { Role } from '../../platform/http/caller.ts';
import type { Row } from '../output.ts';
import { parseDays, parseId, parseName, roleOption, verb } from './arguments.ts';
import { found } from './faults.ts';
import { act } from './session.ts';
import type { OpenOperator, OperatorSession } from './session.ts';

type Entry = { scope: Scope; organizationId: number };

/** Organizations are never removed, so one that is found here is still there for the statement that follows. */
async function enter({ operator }: OperatorSession, organizationId: number): Promise<Entry> {
  const scope = grantScope([organizationId]);
  found(
    await operator.transaction(scope, (tx) => organizations.findOrganization(tx, organizationId)),
    `organization ${organizationId}`,
  );
  return { scope, organizationId };
}

function toRow(token: accounts.ServiceTokenListing): Row {
  return {
    id: Number(token.id),
    name: token.name,
    role: token.role,
    createdAt: token.created_at,
    expiresAt: token.expires_at,
    disabledAt: token.revoked_at,
  };
}

function addCreation(token: Command, open: OpenOperator): void {
  verb(token, 'create', 'make a token for programs; it is printed this once')
    .requiredOption('--organization <id>', 'the organization it is for', parseId)
    .requiredOption('--name <text>', 'what it is for', parseName)
    .addOption(roleOption().default('analyst'))
    .option('--days <number>', 'days until it ends; never when left out', parseDays)
    .action((wanted: { organization: number; name: string; role: Role; days?: number }, command: Command) =>
      act(command, open, async (session) => {
        const entry = await enter(session, wanted.organization);
        const { name, role, days = null } = wanted;
        const made = await accounts.createServiceToken(session.operator, entry, {
          name,
          role,
          days,
          createdBy: null,
          actor: 'operator',
        });
        const { token: secret, id, createdAt, expiresAt } = made;
        return {
          rows: { id, name, role, createdAt, expiresAt, token: secret },
          notes: ['Keep the token now: it is not shown again.'],
        };
      }),
    );
}

export function addTokenCommands(program: Command, open: OpenOperator): void {
  const token = program.command('token').description('tokens for programs, each for one organization');
  addCreation(token, open);
  verb(token, 'list', 'list the tokens of an organization, disabled ones too')
    .requiredOption('--organization <id>', 'the organization', parseId)
    .action(({ organization }: { organization: number }, command: Command) =>
      act(command, open, async (session) => {
        const { scope, organizationId } = await enter(session, organization);
        const tokens = await session.operator.transaction(scope, (tx) =>
          accounts.listAllServiceTokens(tx, organizationId),
        );
        return { rows: tokens.map(toRow) };
      }),
    );
  verb(token, 'disable', 'end a token for ever')
    .argument('<id>', 'the token', parseId)
    .requiredOption('--organization <id>', 'its organization', parseId)
    .action((id: number, { organization }: { organization: number }, command: Command) =>
      act(command, open, async (session) => {
        const entry = await enter(session, organization);
        await accounts.revokeServiceToken(session.operator, entry, { tokenId: id, actor: 'operator' });
        return { rows: { id, organizationId: organization, disabled: true } };
      }),
    );
}

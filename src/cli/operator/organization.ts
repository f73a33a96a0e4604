import type { Command } from 'commander';
import * as organizations from '../../features/organizations/index.ts';
import type { Row } from '../output.ts';
import { parseId, parseName, verb } from './arguments.ts';
import { found } from './faults.ts';
import { addMemberCommands } from './member.ts';
import { actInTransaction } from './session.ts';
import type { OpenOperator } from './session.ts';

function toRow(organization: organizations.OrganizationRow): Row {
  return {
    id: Number(organization.id),
    holderId: Number(organization.holder_id),
    name: organization.name,
    createdAt: organization.created_at,
    disabledAt: organization.disabled_at,
  };
}

function addCreation(organization: Command, open: OpenOperator): void {
  verb(organization, 'create', 'make an organization')
    .requiredOption('--holder <id>', 'the holder that owns it', parseId)
    .requiredOption('--name <text>', 'its name', parseName)
    .action((options: { holder: number; name: string }, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        found(await organizations.findHolder(tx, options.holder), `holder ${options.holder}`);
        return { rows: toRow(await organizations.createOrganization(tx, options.holder, options.name)) };
      }),
    );
}

function addList(organization: Command, open: OpenOperator): void {
  verb(organization, 'list', 'list all organizations')
    .option('--holder <id>', 'only those of this holder', parseId)
    .action(({ holder = null }: { holder?: number | null }, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        if (holder !== null) {
          found(await organizations.findHolder(tx, holder), `holder ${holder}`);
        }
        return { rows: (await organizations.listOrganizations(tx, holder)).map(toRow) };
      }),
    );
}

export function addOrganizationCommands(program: Command, open: OpenOperator): void {
  const organization = program.command('organization').description('organizations and their members');
  const change = (command: Command, id: number, wanted: { name: string | null; disabled: boolean | null }) =>
    actInTransaction(command, open, async (tx) => ({
      rows: toRow(found(await organizations.changeOrganization(tx, id, wanted), `organization ${id}`)),
    }));

  addCreation(organization, open);
  addList(organization, open);
  verb(organization, 'change', 'give an organization another name')
    .argument('<id>', 'the organization', parseId)
    .requiredOption('--name <text>', 'its new name', parseName)
    .action((id: number, options: { name: string }, command: Command) =>
      change(command, id, { name: options.name, disabled: null }),
    );
  verb(organization, 'disable', 'shut out an organization')
    .argument('<id>', 'the organization', parseId)
    .action((id: number, _options: object, command: Command) =>
      change(command, id, { name: null, disabled: true }),
    );
  verb(organization, 'enable', 'let a disabled organization in again')
    .argument('<id>', 'the organization', parseId)
    .action((id: number, _options: object, command: Command) =>
      change(command, id, { name: null, disabled: false }),
    );
  addMemberCommands(organization, open);
}

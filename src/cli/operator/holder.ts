import type { Command } from 'commander';
import * as organizations from '../../features/organizations/index.ts';
import type { Row } from '../output.ts';
import { parseId, parseName, verb } from './arguments.ts';
import { found } from './faults.ts';
import { actInTransaction } from './session.ts';
import type { OpenOperator } from './session.ts';

function toRow(holder: organizations.HolderRow): Row {
  return {
    id: Number(holder.id),
    name: holder.name,
    createdAt: holder.created_at,
    disabledAt: holder.disabled_at,
  };
}

export function addHolderCommands(program: Command, open: OpenOperator): void {
  const holder = program.command('holder').description('partners, who own organizations');
  const change = (command: Command, id: number, wanted: { name: string | null; disabled: boolean | null }) =>
    actInTransaction(command, open, async (tx) => ({
      rows: toRow(found(await organizations.changeHolder(tx, id, wanted), `holder ${id}`)),
    }));

  verb(holder, 'create', 'make a holder')
    .requiredOption('--name <text>', 'its name', parseName)
    .action((options: { name: string }, command: Command) =>
      actInTransaction(command, open, async (tx) => ({
        rows: toRow(await organizations.createHolder(tx, options.name)),
      })),
    );
  verb(holder, 'list', 'list all holders').action((_options: object, command: Command) =>
    actInTransaction(command, open, async (tx) => ({
      rows: (await organizations.listHolders(tx)).map(toRow),
    })),
  );
  verb(holder, 'change', 'give a holder another name')
    .argument('<id>', 'the holder', parseId)
    .requiredOption('--name <text>', 'its new name', parseName)
    .action((id: number, options: { name: string }, command: Command) =>
      change(command, id, { name: options.name, disabled: null }),
    );
  verb(holder, 'disable', 'shut out a holder with all its organizations')
    .argument('<id>', 'the holder', parseId)
    .action((id: number, _options: object, command: Command) =>
      change(command, id, { name: null, disabled: true }),
    );
  verb(holder, 'enable', 'let a disabled holder in again')
    .argument('<id>', 'the holder', parseId)
    .action((id: number, _options: object, command: Command) =>
      change(command, id, { name: null, disabled: false }),
    );
}

import type { Command } from 'commander';
import * as accounts from '../../features/accounts/index.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { Row } from '../output.ts';
import { parseEmail, parseId, parseSwitch, parseUsername, verb } from './arguments.ts';
import { found, wrongUsage } from './faults.ts';
import { takeNewPassword } from './password-entry.ts';
import type { Terminal } from './password-entry.ts';
import { act, actInTransaction } from './session.ts';
import type { OpenOperator, OperatorSession } from './session.ts';
import { addUserCreation, describePassword, toUserRow } from './user-creation.ts';

type Change = Parameters<typeof accounts.changeUser>[2];
const NO_CHANGE: Change = { email: null, username: null, isOperator: null, disabled: null };

async function changeUser(tx: Transaction, id: number, change: Partial<Change>): Promise<Row> {
  return toUserRow(found(await accounts.changeUser(tx, id, { ...NO_CHANGE, ...change }), `user ${id}`));
}

async function changePassword(
  { operator }: OperatorSession,
  terminal: Terminal,
  wanted: { id: number; generate: boolean },
): Promise<{ rows: Row; notes: string[] }> {
  const user = found(
    await operator.transaction(NO_SCOPE, (tx) => accounts.findUser(tx, wanted.id)),
    `user ${wanted.id}`,
  );
  const given = await takeNewPassword(terminal, {
    generate: wanted.generate,
    personal: [user.email, user.username],
  });
  const passwordHash = await accounts.createPasswords(1).hash(given.password);
  await operator.transaction(NO_SCOPE, async (tx) => {
    await accounts.changePasswordHash(tx, wanted.id, passwordHash);
    await accounts.revokeAllSessions(tx, wanted.id, 'password changed');
  });
  const { shown, notes } = describePassword(given);
  return {
    rows: { ...toUserRow(user), ...shown },
    notes: [...notes, 'All sessions of the user have ended.'],
  };
}

function addChange(user: Command, open: OpenOperator): void {
  verb(user, 'change', 'change the e-mail, the username or the operator mark of a user')
    .argument('<id>', 'the user', parseId)
    .option('--email <address>', 'the new e-mail', parseEmail)
    .option('--username <name>', 'the new username', parseUsername)
    .option('--operator <on|off>', 'whether the user is an operator', parseSwitch)
    .action(
      (id: number, wanted: { email?: string; username?: string; operator?: boolean }, command: Command) => {
        const { email = null, username = null, operator: isOperator = null } = wanted;
        if (email === null && username === null && isOperator === null) {
          throw wrongUsage('Nothing to change: give --email, --username or --operator.');
        }
        return actInTransaction(command, open, async (tx) => ({
          rows: await changeUser(tx, id, { email, username, isOperator }),
        }));
      },
    );
}

export function addUserCommands(program: Command, open: OpenOperator, terminal: Terminal): void {
  const user = program.command('user').description('people who log in');
  addUserCreation(user, open, terminal);
  verb(user, 'list', 'list all users').action((_options: object, command: Command) =>
    actInTransaction(command, open, async (tx) => ({ rows: (await accounts.listUsers(tx)).map(toUserRow) })),
  );
  addChange(user, open);
  verb(user, 'disable', 'shut a user out and end all sessions')
    .argument('<id>', 'the user', parseId)
    .action((id: number, _options: object, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        const rows = await changeUser(tx, id, { disabled: true });
        await accounts.revokeAllSessions(tx, id, 'user disabled');
        return { rows };
      }),
    );
  verb(user, 'enable', 'let a disabled user log in again')
    .argument('<id>', 'the user', parseId)
    .action((id: number, _options: object, command: Command) =>
      actInTransaction(command, open, async (tx) => ({
        rows: await changeUser(tx, id, { disabled: false }),
      })),
    );
  verb(
    user,
    'password',
    'give a user a new password, typed or read from the standard input, and end all sessions',
  )
    .argument('<id>', 'the user', parseId)
    .option('--generate', 'make a strong one and print it this once')
    .action((id: number, { generate = false }: { generate?: boolean }, command: Command) =>
      act(command, open, (session) => changePassword(session, terminal, { id, generate })),
    );
}

import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import * as accounts from '../../features/accounts/index.ts';
import { createKeyFile } from '../../platform/crypto/keyring.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { CommandFault } from '../exit.ts';
import { printAnswer } from '../output.ts';
import type { Row } from '../output.ts';
import { verb } from './arguments.ts';
import { conflict } from './faults.ts';
import { addSealingKeyCommands } from './sealing-keys.ts';
import { act, actInTransaction } from './session.ts';
import type { OpenOperator, OperatorSession } from './session.ts';

function makeKeyFile(path: string): void {
  try {
    createKeyFile(path);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST') {
      throw conflict(
        `The key file ${path} is there already. It is not overwritten: what it guards would be unreadable for ever.`,
      );
    }
    throw new CommandFault(
      `The key file ${path} cannot be made (${code ?? 'unknown reason'}): see FAROL_KEY_FILE.`,
    );
  }
}

/**
 * Two transactions, in an order in which a failure of the second leaves a good key and can be run again. Without
 * `retireOld` the keys present must open first: a key wrapped by another key file than theirs would stop every node.
 */
async function rotate(session: OperatorSession, retireOld: boolean): Promise<{ rows: Row; notes: string[] }> {
  const { operator } = session;
  const keyring = session.keyring();
  if (!retireOld) {
    await accounts.openSigningKeys(operator, keyring);
  }
  const id = await accounts.rotateSigningKey(operator, keyring);
  const retired = retireOld
    ? await operator.transaction(NO_SCOPE, (tx) => accounts.retireSigningKeysBefore(tx, id))
    : 0;
  const note = retireOld
    ? 'Access tokens signed by the retired keys are refused from now on: everybody logs in again.'
    : 'Access tokens signed before stay good until they end.';
  return { rows: { id, retired }, notes: [note] };
}

/** Making the key file comes before there is a database to open, so it needs the configuration alone. */
export function addKeyCommands(program: Command, open: OpenOperator, readConfig: () => Config): void {
  const keys = program
    .command('keys')
    .description('the key file, its keys, and the keys that sign access tokens');
  verb(keys, 'create', 'make the key file that guards everything encrypted in the database').action(
    (_options: object, command: Command) => {
      const { keyFile } = readConfig();
      makeKeyFile(keyFile);
      printAnswer(command, {
        rows: { keyFile },
        notes: ['Keep a copy of it in a safe place, apart from the copies of the database.'],
      });
    },
  );
  verb(keys, 'list', 'list the signing keys, newest first, retired ones too').action(
    (_options: object, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        const stored = await accounts.listAllSigningKeys(tx);
        const signing = stored.find(({ retired_at }) => retired_at === null);
        return {
          rows: stored.map(({ id, created_at, retired_at }) => ({
            id,
            signs: id === signing?.id,
            createdAt: created_at,
            retiredAt: retired_at,
          })),
        };
      }),
  );
  verb(keys, 'rotate', 'make a new signing key; the older ones still verify')
    .option('--retire-old', 'refuse everything that the older keys signed, at once')
    .action(({ retireOld = false }: { retireOld?: boolean }, command: Command) =>
      act(command, open, (session) => rotate(session, retireOld)),
    );
  addSealingKeyCommands(keys, readConfig);
}

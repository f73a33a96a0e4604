// What every command of the operator does around its own work: open, act, close, print.
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { printAnswer } from '../output.ts';
import type { Answer } from '../output.ts';
import { toCommandFault } from './faults.ts';

export type OperatorSession = {
  config: Config;
  /** Of the role that owns the tables. */
  databaseUrl: string;
  /** Connected as the role that sees all organizations. */
  operator: Database;
  keyring: () => Keyring;
  close(): Promise<void>;
};
export type OpenOperator = () => Promise<OperatorSession>;

/** For commands that print by themselves. */
export async function withSession<T>(
  open: OpenOperator,
  work: (session: OperatorSession) => Promise<T>,
): Promise<T> {
  try {
    const session = await open();
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  } catch (error) {
    throw toCommandFault(error);
  }
}

/** Prints only after everything is stored and closed, so that what is on stdout has happened. */
export async function act(
  command: Command,
  open: OpenOperator,
  work: (session: OperatorSession) => Promise<Answer>,
): Promise<void> {
  printAnswer(command, await withSession(open, work));
}

/** The usual command: one transaction, so that a failure leaves nothing behind. */
export function actInTransaction(
  command: Command,
  open: OpenOperator,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<void> {
  return act(command, open, ({ operator }) => operator.transaction(NO_SCOPE, work));
}

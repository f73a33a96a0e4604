// The keys in the key file. They need the file alone, so they work with the database down.
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { addKey } from '../../platform/crypto/key-file.ts';
import { describeKeys, KeyFault, readKeyFile } from '../../platform/crypto/keyring.ts';
import { CommandFault } from '../exit.ts';
import { printAnswer } from '../output.ts';
import { verb } from './arguments.ts';
import { conflict } from './faults.ts';

function addKeyTo(path: string): Buffer[] {
  try {
    return addKey(path);
  } catch (error) {
    const { code } = error as { code?: string };
    if (error instanceof KeyFault) {
      throw new CommandFault(error.message);
    }
    if (code === 'EEXIST') {
      throw conflict(
        `${path}.next is there: another rotation is under way, or was cut off. If none is, remove that file: no key in it was ever used.`,
      );
    }
    throw new CommandFault(
      `The key file ${path} cannot be replaced (${code ?? 'unknown reason'}): its folder must be writable.`,
    );
  }
}

export function addSealingKeyCommands(keys: Command, readConfig: () => Config): void {
  const sealing = keys.command('sealing').description('the keys in the key file, which encrypt and hash');
  verb(sealing, 'list', 'list them, oldest first').action((_options: object, command: Command) => {
    try {
      const rows = describeKeys(readKeyFile(readConfig().keyFile));
      printAnswer(command, { rows });
    } catch (error) {
      throw error instanceof KeyFault ? new CommandFault(error.message) : error;
    }
  });
  verb(sealing, 'rotate', 'add a key that encrypts from now on; the older ones still decrypt').action(
    (_options: object, command: Command) => {
      const { keyFile } = readConfig();
      const id = describeKeys(addKeyTo(keyFile)).at(-1)?.id ?? '';
      printAnswer(command, {
        rows: { keyFile, id },
        notes: [
          'Copy the key file to a safe place again, and to every other machine, before anything is started there.',
          'Processes that run take the key up when they are started again, or when they meet a value sealed by it.',
          'No older key may be taken out: what it sealed is not sealed anew.',
        ],
      });
    },
  );
}

// Where a new password comes from. Never from the command line: there it would stay in the shell's history and be seen in
// the list of processes.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { requireGoodPassword } from '../../features/accounts/index.ts';
import { CommandFault } from '../exit.ts';
import { wrongUsage } from './faults.ts';

/** What is read from and where questions are put. */
export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  ask: (question: string) => void;
};
export type NewPassword = { password: string; isGenerated: boolean };

/** Without letters and digits that look alike; 25 of 31 characters are 123 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 5;
/** Far above what the rules take, low enough that a wrong file is not read to its end. */
const MAX_LINE_BYTES = 4096;

export async function takeNewPassword(
  terminal: Terminal,
  options: { generate: boolean; personal: readonly string[] },
): Promise<NewPassword> {
  const password = options.generate ? generatePassword() : await readPassword(terminal);
  await requireGoodPassword(password, options.personal);
  return { password, isGenerated: options.generate };
}

function generatePassword(): string {
  const letter = (): string => ALPHABET.charAt(randomInt(ALPHABET.length));
  const group = (): string => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

function readPassword(terminal: Terminal): Promise<string> {
  return terminal.input.isTTY === true ? askTwice(terminal) : readFirstLine(terminal.input);
}

async function readFirstLine(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (bytes.includes('\n') || size > MAX_LINE_BYTES) {
      break;
    }
  }
  const [line = ''] = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1);
  if (line === '') {
    throw wrongUsage(
      'No password was given: write it as the first line of the standard input, or say --generate.',
    );
  }
  return line;
}

async function askTwice({ input, ask }: Terminal): Promise<string> {
  // The line editor writes what is typed to its output, so that goes nowhere.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const editor = createInterface({ input, output: silent, terminal: true, historySize: 0 });
  const cancelled = Promise.race([once(editor, 'SIGINT'), once(editor, 'close')]).then((): never => {
    throw new CommandFault('Cancelled; nothing was changed.');
  });
  const question = async (text: string): Promise<string> => {
    ask(text);
    const answer = await Promise.race([editor.question('').catch(() => cancelled), cancelled]);
    ask('\n');
    return answer;
  };
  try {
    const first = await question('New password: ');
    if ((await question('The same again: ')) !== first) {
      throw wrongUsage('The two passwords differ.');
    }
    return first;
  } finally {
    cancelled.catch(() => undefined);
    editor.close();
  }
}

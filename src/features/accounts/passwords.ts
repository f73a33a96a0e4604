// Passwords: argon2id, a few at a time, and refused when they are among the first that anybody would try.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FarolError } from '../../errors.ts';
import { passwordLengthFault } from './rules.ts';

const hashArgon2 = promisify(argon2);

/** OWASP ASVS 5.0 asks for 46 MiB in one pass or 19 MiB in two; this is dearer, and takes 0.2 to 0.3 s of one core. */
const COST = { memory: 65_536, passes: 3, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;
/** Longer than the wait of a person, shorter than what a flood of log-ins would pile up. */
const MAX_WAITING = 32;
/** The estimator's scale: 0 to 4; 3 stands for about 10^8 to 10^10 guesses. */
const MIN_STRENGTH = 3;
const ESTIMATED_LENGTH = 100;
/** Stands in our documents, so anybody would try it first. */
const PUBLISHED = ['farol', 'farol-demo-2026'];

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time whether or not there is a hash to compare with. */
  matches(password: string, stored: string | null): Promise<boolean>;
};

/** `memory` in KiB. */
export type PasswordCost = { memory: number; passes: number; parallelism: number };

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}

async function derive(password: string, nonce: Uint8Array, cost: PasswordCost): Promise<Buffer> {
  return hashArgon2('argon2id', { ...cost, message: password.normalize('NFC'), nonce, tagLength: TAG_BYTES });
}

/** Lets `limit` of them run at once; a flood beyond the queue is told to come back instead of taking the machine. */
function createGate(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) {
      if (waiting.length >= MAX_WAITING) {
        throw new FarolError('RATE_LIMITED', { retryAfterSeconds: 2 });
      }
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        running -= 1;
      } else {
        next();
      }
    }
  };
}

/** A stored hash carries its own cost, so what was hashed at another cost goes on to match. */
export function createPasswords(atOnce: number, cost: PasswordCost = COST): Passwords {
  const gate = createGate(atOnce);
  // Compared with when there is no such user: a hash of the same cost that no password gives.
  const nobody = { ...cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };
  return {
    hash: (password) =>
      gate(async () => {
        const salt = randomBytes(SALT_BYTES);
        const tag = await derive(password, salt, cost);
        return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
      }),
    matches: (password, stored) =>
      gate(async () => {
        const parsed = stored === null ? nobody : parsePhc(stored);
        const { salt, tag, ...itsCost } = parsed;
        return timingSafeEqual(await derive(password, salt, itsCost), tag) && stored !== null;
      }),
  };
}

function parsePhc(stored: string): PasswordCost & { salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) {
    throw new Error('A stored password hash has an unknown form');
  }
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Throws a parameter error that says what to change. The estimator is loaded when first needed: it is large. */
export async function requireGoodPassword(password: string, personal: readonly string[]): Promise<void> {
  const fault = passwordLengthFault(password) ?? (await weakness(password, personal));
  if (fault !== null) {
    throw new FarolError('PARAMETER_INVALID', {
      message: fault,
      details: [{ path: '/newPassword', message: fault }],
    });
  }
}

async function weakness(password: string, personal: readonly string[]): Promise<string | null> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const estimator = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
  const { score } = estimator.check(password.slice(0, ESTIMATED_LENGTH), [...personal, ...PUBLISHED]);
  return score >= MIN_STRENGTH ? null : 'The password is too common or too easy to guess';
}

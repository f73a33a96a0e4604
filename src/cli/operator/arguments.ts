// How what is typed becomes a value, and what is said when it cannot.
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { parseCaseNumber } from '../../documents/case-number.ts';
import type { CaseNumber } from '../../documents/case-number.ts';
import { parseDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { foldName } from '../../features/accounts/index.ts';
import { FEATURES, ROLES } from '../../platform/http/caller.ts';
import type { Feature } from '../../platform/http/caller.ts';

const MAX_NAME_LENGTH = 200;
/** The longest that RFC 5321 lets an address be: 64 before the @, 255 after it. */
const MAX_EMAIL_LENGTH = 320;
const MAX_DAYS = 3650;
const MAX_PAGE = 1000;
const EMAIL = /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u;
const USERNAME = /^[a-z0-9._-]{2,64}$/;

/** A command that does something, as opposed to a noun that only groups them. */
export function verb(noun: Command, signature: string, description: string): Command {
  return noun.command(signature).description(description).option('--json', 'print one JSON document');
}

function parseCount(text: string, most: number): number {
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  }
  return value;
}

export function parseId(text: string): number {
  return parseCount(text, Number.MAX_SAFE_INTEGER);
}

export function parseUnits(text: string): number {
  return parseCount(text, Number.MAX_SAFE_INTEGER);
}

export function parseDays(text: string): number {
  return parseCount(text, MAX_DAYS);
}

export function parsePageSize(text: string): number {
  return parseCount(text, MAX_PAGE);
}

export function parseDocumentText(text: string): Document {
  const document = parseDocument(text.trim().toUpperCase());
  if (isFault(document)) {
    throw new InvalidArgumentError('It must be a CPF or a CNPJ with right check digits.');
  }
  return document;
}

export function parseCaseNumberText(text: string): CaseNumber {
  const number = parseCaseNumber(text.trim());
  if (isFault(number)) {
    throw new InvalidArgumentError('It must be the number of a court case: 20 digits.');
  }
  return number;
}

export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || Array.from(name).length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name)) {
    throw new InvalidArgumentError(
      `It must have 1 to ${MAX_NAME_LENGTH} characters, none of them a control character.`,
    );
  }
  return name;
}

export function parseEmail(text: string): string {
  const email = foldName(text);
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email)) {
    throw new InvalidArgumentError('It must be an e-mail address: one @, no spaces.');
  }
  return email;
}

export function parseUsername(text: string): string {
  const username = foldName(text);
  if (!USERNAME.test(username)) {
    throw new InvalidArgumentError(
      'It must have 2 to 64 of the characters a-z, 0-9, dot, underscore and hyphen.',
    );
  }
  return username;
}

/** Kept in the catalogue's order, each once, so that equal sets look equal. */
export function parseFeatures(text: string): Feature[] {
  const wanted = text.split(',').map((name) => name.trim());
  if (!wanted.every((name) => (FEATURES as readonly string[]).includes(name))) {
    throw new InvalidArgumentError(`It must be a comma-separated list out of ${FEATURES.join(', ')}.`);
  }
  return FEATURES.filter((feature) => wanted.includes(feature));
}

export function parseSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') {
    throw new InvalidArgumentError('It must be on or off.');
  }
  return text === 'on';
}

export function roleOption(): Option {
  return new Option('--role <role>', 'what may be done there').choices(ROLES);
}

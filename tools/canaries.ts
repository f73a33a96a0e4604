// Personal data and secrets must not reach a log. Tests write those they use into a list, and after the run every log
// is searched for them, also in the encodings in which such a value travels through URLs, headers and dumps.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './repository.ts';

export const CANARY_LIST = 'canaries.txt';

/** A shorter value would be found by chance, and eight characters are what the search looks at first. */
const SHORTEST = 8;

export type CanaryHit = {
  readonly path: string;
  readonly kind: string;
  readonly encoding: string;
  readonly hint: string;
};

type Needle = { readonly text: string; readonly canary: string; readonly encoding: string };

/** `canaries`: one value a line, as the tests appended them. */
export function searchCanaries(canaries: string, logs: readonly SourceFile[]): CanaryHit[] {
  const values = new Set(canaries.split('\n').map((line) => line.trim()));
  values.delete('');
  const needles = indexNeedles([...values].flatMap(encodings));
  return logs.flatMap((log) => [...searchOne(log.text, needles)].map((needle) => toHit(log.path, needle)));
}

/** Canaries that cannot be searched for: the test that added one has to choose a longer value. */
export function findShortCanaries(canaries: string): number {
  return canaries.split('\n').filter((line) => line.trim() !== '' && line.trim().length < SHORTEST).length;
}

function encodings(canary: string): Needle[] {
  const bytes = Buffer.from(canary);
  const url = encodeURIComponent(canary);
  const variants: (readonly [encoding: string, text: string])[] = [
    ['raw', canary],
    ['punctuated', punctuate(canary)],
    ['URL-encoded', url],
    ['URL-encoded', url.replaceAll(/%../g, (escape) => escape.toLowerCase())],
    ['hex', bytes.toString('hex')],
    ['hex', bytes.toString('hex').toUpperCase()],
    ...[0, 1, 2].map((shift) => ['base64', base64Core(bytes, shift, 'base64')] as const),
    ...[0, 1, 2].map((shift) => ['base64', base64Core(bytes, shift, 'base64url')] as const),
  ];
  const seen = new Set<string>();
  return variants.flatMap(([encoding, text]) => {
    if (text.length < SHORTEST || seen.has(text)) return [];
    seen.add(text);
    return [{ text, canary, encoding }];
  });
}

/** The way people write a CPF or CNPJ; any other value stays as it is. */
function punctuate(canary: string): string {
  return canary
    .replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    .replace(/^([\dA-Z]{2})([\dA-Z]{3})([\dA-Z]{3})([\dA-Z]{4})(\d{2})$/, '$1.$2.$3/$4-$5');
}

/**
 * Base64 writes three bytes as four characters, so a value inside a longer text looks different at each of three
 * positions. What is returned are the characters that depend on the value alone.
 */
function base64Core(bytes: Buffer, shift: number, encoding: 'base64' | 'base64url'): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString(encoding);
  const whole = Math.floor(((shift + bytes.length) * 8) / 6);
  return encoded.slice(Math.ceil((shift * 8) / 6), whole);
}

function indexNeedles(needles: readonly Needle[]): Map<string, Needle[]> {
  return Map.groupBy(needles, ({ text }) => text.slice(0, SHORTEST));
}

/** One pass over the text whatever the number of canaries: a run leaves thousands of them and megabytes of log. */
function searchOne(text: string, needles: ReadonlyMap<string, readonly Needle[]>): Set<Needle> {
  const hits = new Set<Needle>();
  const first = new Set([...needles.keys()].map((key) => key.charCodeAt(0)));
  const second = new Set([...needles.keys()].map((key) => key.charCodeAt(1)));
  for (let index = 0; index + SHORTEST <= text.length; index += 1) {
    if (!first.has(text.charCodeAt(index)) || !second.has(text.charCodeAt(index + 1))) continue;
    for (const needle of needles.get(text.slice(index, index + SHORTEST)) ?? []) {
      if (text.startsWith(needle.text, index)) hits.add(needle);
    }
  }
  return hits;
}

function toHit(path: string, { canary, encoding }: Needle): CanaryHit {
  return {
    path,
    kind: kindOf(canary),
    encoding,
    hint: `${canary.slice(0, 3)}… (${canary.length} characters)`,
  };
}

function kindOf(canary: string): string {
  if (canary.includes('@')) return 'e-mail';
  if (canary.startsWith('eyJ')) return 'token';
  if (/^[\d./-]{11,18}$/.test(canary) || /^[\dA-Z]{12}\d{2}$/.test(canary)) return 'document';
  return 'secret';
}

/** Reads every file of the folder but the list itself. */
export function readLogs(folder: string): { canaries: string; logs: SourceFile[] } {
  const paths = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const logs = paths.filter((path) => path !== CANARY_LIST).map((path) => ({ path, text: read(path) }));
  return { canaries: paths.includes(CANARY_LIST) ? read(CANARY_LIST) : '', logs };
}

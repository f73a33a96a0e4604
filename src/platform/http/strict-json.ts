// JSON bodies, taken strictly: valid UTF-8, no key twice, bounded depth and number of keys, no text that PostgreSQL
// cannot hold. Node parses half a million levels, but serialising or storing them fails from ten thousand on.
import { FarolError } from '../../errors.ts';

export type JsonLimits = { readonly depth: number; readonly keys: number };

export const JSON_LIMITS: JsonLimits = { depth: 16, keys: 1024 };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function parseStrictJson(bytes: Uint8Array, limits: JsonLimits = JSON_LIMITS): unknown {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    scanKeys(text, limits);
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof FarolError) {
      throw error;
    }
    // The parser's own message quotes the body, so it goes nowhere.
    throw new FarolError('JSON_BROKEN');
  }
  // Only an escape can bring them in: a bare NUL is no JSON, and a lone surrogate no UTF-8.
  if (text.includes('\\u')) {
    refuseUnstorable(value);
  }
  return value;
}

/** End of the string literal that starts at `start`, as the index of its closing quote. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const character = text.charCodeAt(index);
    if (character === 0x22) {
      return index;
    }
    index += character === 0x5c ? 2 : 1;
  }
  throw new FarolError('JSON_BROKEN');
}

function isKey(text: string, afterString: number): boolean {
  let index = afterString;
  while (index < text.length && text.charCodeAt(index) <= 0x20) {
    index += 1;
  }
  return text.charCodeAt(index) === 0x3a;
}

/**
 * One pass over the text before it is parsed: `JSON.parse` keeps the last of two equal keys in silence, and a check
 * that saw the first one would then have judged another value than the handler uses.
 */
function scanKeys(text: string, limits: JsonLimits): void {
  // What is open at each depth: the keys of an object, made when its first key comes; null for an array or none yet.
  const open: (Set<string> | null)[] = [];
  let keys = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === 0x7b || character === 0x5b) {
      if (open.push(null) > limits.depth) {
        throw new FarolError('JSON_REFUSED');
      }
    } else if (character === 0x7d || character === 0x5d) {
      open.pop();
    } else if (character === 0x22) {
      const end = endOfString(text, index);
      if (isKey(text, end + 1)) {
        keys += 1;
        if (keys > limits.keys) {
          throw new FarolError('JSON_REFUSED');
        }
        noteKey(open, text.slice(index, end + 1));
      }
      index = end;
    }
  }
}

function noteKey(open: (Set<string> | null)[], literal: string): void {
  const key = literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
  const known = open.at(-1) ?? new Set();
  if (known.has(key)) {
    throw new FarolError('JSON_REFUSED');
  }
  known.add(key);
  if (open.length > 0) {
    open[open.length - 1] = known;
  }
}

/** PostgreSQL refuses NUL in text and turns a lone surrogate into another character without a word. */
function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new FarolError('PARAMETER_INVALID', { message: 'A text holds characters that cannot be stored' });
    }
  } else if (Array.isArray(value)) {
    value.forEach(refuseUnstorable);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuseUnstorable(key);
      refuseUnstorable(item);
    }
  }
}

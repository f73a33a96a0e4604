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
    const written = countWrittenKeys(text, limits);
    value = JSON.parse(text);
    // It keeps the last of two equal keys in silence, and a check that saw the first would have judged another value than
    // the handler uses.
    if (countKeptKeys(value) !== written) {
      throw new FarolError('JSON_REFUSED');
    }
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

/** One pass over the text before it is parsed, so that a deep or wide one costs no more than reading it. */
function countWrittenKeys(text: string, limits: JsonLimits): number {
  let depth = 0;
  let keys = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === 0x7b || character === 0x5b) {
      depth += 1;
    } else if (character === 0x7d || character === 0x5d) {
      depth -= 1;
    } else if (character === 0x22) {
      index = endOfString(text, index);
      keys += isKey(text, index + 1) ? 1 : 0;
    }
    if (depth > limits.depth || keys > limits.keys) {
      throw new FarolError('JSON_REFUSED');
    }
  }
  return keys;
}

function countKeptKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) {
    return 0;
  }
  let keys = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const item of Object.values(value)) {
    keys += countKeptKeys(item);
  }
  return keys;
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

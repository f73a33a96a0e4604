// JSON bodies, taken strictly: valid UTF-8, no key twice, bounded depth and number of keys, no text that PostgreSQL
// cannot hold. Node parses half a million levels, but serialising or storing them fails from ten thousand on.
import { FarolError } from '../../errors.ts';

export const JSON_LIMITS = { depth: 16, keys: 1024 } as const;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function parseStrictJson(bytes: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    scanKeys(text);
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof FarolError) {
      throw error;
    }
    // The parser's own message quotes the body, so it goes nowhere.
    throw new FarolError('JSON_BROKEN');
  }
  refuseUnstorable(value);
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
function scanKeys(text: string): void {
  const open: Set<string>[] = [];
  let keys = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === 0x7b || character === 0x5b) {
      open.push(new Set());
    } else if (character === 0x7d || character === 0x5d) {
      open.pop();
    } else if (character === 0x22) {
      const end = endOfString(text, index);
      if (isKey(text, end + 1)) {
        const key = String(JSON.parse(text.slice(index, end + 1)));
        keys += 1;
        if (open.at(-1)?.has(key) === true || keys > JSON_LIMITS.keys) {
          throw new FarolError('JSON_REFUSED');
        }
        open.at(-1)?.add(key);
      }
      index = end;
    }
    if (open.length > JSON_LIMITS.depth) {
      throw new FarolError('JSON_REFUSED');
    }
  }
}

/** PostgreSQL refuses NUL in text and turns a lone surrogate into another character without a word. */
function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new FarolError('PARAMETER_INVALID', { message: 'A text holds characters that cannot be stored' });
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuseUnstorable(key);
      refuseUnstorable(item);
    }
  }
}

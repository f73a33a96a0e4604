// What people and files put between the characters of a number.
import { FAULTS } from './fault.ts';
import type { Fault } from './fault.ts';

const SPACE = 32;
const HYPHEN = 45;
const DOT = 46;
const SLASH = 47;

export function isSeparator(code: number): boolean {
  return code === DOT || code === HYPHEN || code === SLASH || code === SPACE;
}

/** The text without separators and in upper case; a fault as soon as it is longer than any number can be. */
export function toBareText(text: string, maxLength: number): string | Fault {
  let bare = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSeparator(code)) continue;
    if (bare.length === maxLength) return FAULTS.length;
    bare += code >= 97 && code <= 122 ? String.fromCharCode(code - 32) : text.charAt(at);
  }
  return bare === '' ? FAULTS.empty : bare;
}

export function areDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

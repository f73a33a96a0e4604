// Names as they are compared: two spellings of one name have one key.

/** Upper case, no accents, one space wherever punctuation or spaces stood. */
export function nameKey(name: string): string {
  if (isKey(name)) return name;
  let key = '';
  let isApart = false;
  for (const character of fold(name)) {
    const code = character.charCodeAt(0);
    if (!isLetterOrDigit(character, code)) {
      if (!isMark(character, code)) isApart = true;
      continue;
    }
    if (isApart && key !== '') key += ' ';
    isApart = false;
    key += character;
  }
  return key;
}

/** Official files write most names this way already. */
function isKey(name: string): boolean {
  let isAfterSpace = true;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    const isSpace = code === 32;
    if (isSpace ? isAfterSpace : !((code >= 65 && code <= 90) || (code >= 48 && code <= 57))) return false;
    isAfterSpace = isSpace;
  }
  return !isAfterSpace;
}

/** Compatibility forms too, so that ª, full-width letters and the like become what they stand for. */
function fold(name: string): string {
  if (isAscii(name)) return name.toUpperCase();
  // Some letters change case only once they are taken apart, and some come apart only once they are in upper case.
  return name.normalize('NFKD').toUpperCase().normalize('NFKD').toUpperCase();
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

function isLetterOrDigit(character: string, code: number): boolean {
  if (code < 128) return (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  return /^[\p{L}\p{N}]$/u.test(character);
}

function isMark(character: string, code: number): boolean {
  return code >= 128 && /^\p{M}$/u.test(character);
}

const CPF_LENGTH = 11;

/** Sole traders' registered names end with the owner's CPF; what is shown or kept has it masked. */
export function maskCpfInName(name: string): string {
  let masked = '';
  for (let at = 0; at < name.length;) {
    const end = isDigitAt(name, at) ? endOfNumber(name, at) : at + 1;
    masked += maskNumber(name.slice(at, end));
    at = end;
  }
  return masked;
}

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** Digits with single dots, hyphens or slashes between them are one number. */
function endOfNumber(text: string, start: number): number {
  let end = start;
  while (isDigitAt(text, end) || (isJoint(text.charCodeAt(end)) && isDigitAt(text, end + 1))) end += 1;
  return end;
}

function isJoint(code: number): boolean {
  return code === 45 || code === 46 || code === 47;
}

function maskNumber(text: string): string {
  let digits = '';
  for (let at = 0; at < text.length; at++) if (isDigitAt(text, at)) digits += text.charAt(at);
  return digits.length === CPF_LENGTH ? `***${digits.slice(3, 9)}**` : text;
}

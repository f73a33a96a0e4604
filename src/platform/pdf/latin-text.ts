// Texts for the fonts that every reader of PDF brings along: they hold Windows-1252 and nothing else, and the writer would
// turn any other character into a wrong one without a word.

/** Stands in the place of each character that the fonts do not have; whoever prints it says what it means. */
export const MISSING = '¤';

/** A name in the tax registry has at most 150; what is longer is cut on paper anyway, and measuring it would take long. */
const MAX_LENGTH = 600;
const SPACES = /[\s\u00A0]+/g;
/** What Windows-1252 has beyond Latin-1. A soft hyphen is in it, and is not seen. */
const UNPRINTABLE = /[^ -~\u00A1-\u00AC\u00AE-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

/** On one line, with single spaces. */
export function toLatin(text: string): string {
  const line = text.slice(0, MAX_LENGTH).normalize('NFC').replace(SPACES, ' ').trim();
  return line.replace(UNPRINTABLE, MISSING);
}

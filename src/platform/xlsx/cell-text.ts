// Text in a cell. What stands in it was written by strangers: it stays text when the file is opened, when the cell is
// edited, and when it is longer or stranger than a spreadsheet allows.
import { STYLE } from './styles.ts';

/** Excel's own limit, in UTF-16 units; a longer text makes it offer a repair. */
const MAX_LENGTH = 32_767;
const REPLACEMENT = '\uFFFD';
const ELLIPSIS = '…';

/** Any character that is not plain Latin: those texts, which are few, are looked at closely. */
const NEEDS_CARE = /[^ !-%'-;=?-^`-~\xA1-\xAC\xAE-\xFF]/;
/** Not seen, or turning the text around, or no characters at all; lone surrogates among them. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/gu;
const LINE_ENDS = /\r\n?|\u2028|\u2029/g;
/** What programs turn into a formula when the cell is edited; the wide forms too, which some of them fold. */
const FORMULA_START = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\n]/;
/** OOXML's own escape of a character, which a text may hold by chance or on purpose. */
const ESCAPE_LOOKALIKE = /_(?=x[0-9A-Fa-f]{4}_)/g;
const XML_SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const [SPACE, PLUS, MINUS, EQUALS, AT] = [32, 43, 45, 61, 64];
const OPEN = `<c s="${STYLE.text}" t="inlineStr"><is><t>`;
const CLOSE = '</t></is></c>';

export function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => XML_SPECIAL[character] ?? '').replaceAll('"', '&quot;');
}

function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const end = MAX_LENGTH - ELLIPSIS.length;
  // Between the halves of a pair would be a lone surrogate.
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return text.slice(0, isPair ? end - 1 : end) + ELLIPSIS;
}

/** As it is shown: what cannot be seen is made visible, and line ends are all alike. */
export function makeSafe(text: string): string {
  return shorten(text.replace(LINE_ENDS, '\n').replace(UNSEEN, REPLACEMENT));
}

function carefulCell(text: string, style: number): string {
  const safe = makeSafe(text);
  const shown = style === STYLE.text && FORMULA_START.test(safe) ? STYLE.guardedText : style;
  const keepsSpace = /^\s|\s$|[\n\t]/.test(safe) ? ' xml:space="preserve"' : '';
  const escaped = safe
    .replace(ESCAPE_LOOKALIKE, '_x005F_')
    .replace(/[&<>]/g, (character) => XML_SPECIAL[character] ?? '');
  return `<c s="${shown}" t="inlineStr"><is><t${keepsSpace}>${escaped}</t></is></c>`;
}

/** True of nearly every text: it goes into the XML as it is. */
function isPlain(text: string): boolean {
  const first = text.charCodeAt(0);
  return (
    first !== SPACE &&
    first !== PLUS &&
    first !== MINUS &&
    first !== EQUALS &&
    first !== AT &&
    text.charCodeAt(text.length - 1) !== SPACE &&
    text.length <= MAX_LENGTH &&
    !NEEDS_CARE.test(text)
  );
}

/** The whole cell. Inline strings only: there is no way from here to a formula element. */
export function textCell(text: string): string {
  return isPlain(text) ? OPEN + text + CLOSE : carefulCell(text, STYLE.text);
}

export function styledTextCell(text: string, style: number): string {
  return carefulCell(text, style);
}

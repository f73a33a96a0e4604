// How cells look. A style is an index into `cellXfs` below, so the two lists are kept in one order.

export const STYLE = {
  none: 0,
  /** The format `@`: an edited cell stays text, and leading zeros stay. */
  text: 1,
  /** With `quotePrefix`, as if an apostrophe had been typed before it. */
  guardedText: 2,
  integer: 3,
  money: 4,
  date: 5,
  moment: 6,
  heading: 7,
  title: 8,
  label: 9,
  longText: 10,
} as const;

const NUMBER_FORMATS = { text: 49, integer: 3, money: 4, date: 164, moment: 165 } as const;

function format(numberFormat: number, { font = 0, fill = 0, more = '', inside = '' } = {}): string {
  const start =
    `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1"` +
    `${font === 0 ? '' : ' applyFont="1"'}${fill === 0 ? '' : ' applyFill="1"'}${more}`;
  return inside === '' ? `${start}/>` : `${start} applyAlignment="1">${inside}</xf>`;
}

const { text, integer, money, date, moment } = NUMBER_FORMATS;
const WRAP = '<alignment vertical="top" wrapText="1"/>';
const FORMATS = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  format(text),
  format(text, { more: ' quotePrefix="1"' }),
  format(integer),
  format(money),
  format(date),
  format(moment),
  format(text, { font: 1, fill: 2, inside: '<alignment vertical="center" wrapText="1"/>' }),
  format(text, { font: 2 }),
  format(text, { font: 3 }),
  format(text, { inside: WRAP }),
];

const font = (size: number, more: string): string =>
  `<font><sz val="${size}"/>${more}<name val="Calibri"/><family val="2"/></font>`;
// Bold comes before the size in the schema's order.
const boldFont = (size: number, colour: string): string =>
  `<font><b/><sz val="${size}"/>${colour}<name val="Calibri"/><family val="2"/></font>`;

export const STYLES_XML =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  `<numFmts count="2"><numFmt numFmtId="${date}" formatCode="dd/mm/yyyy"/>` +
  `<numFmt numFmtId="${moment}" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>` +
  `<fonts count="4">${font(11, '')}${boldFont(11, '<color rgb="FFFFFFFF"/>')}${boldFont(16, '')}${boldFont(11, '')}</fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FF1F3A5F"/><bgColor indexed="64"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${FORMATS.length}">${FORMATS.join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>';

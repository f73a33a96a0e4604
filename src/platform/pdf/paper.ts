// Pages of A4 on which everything has its place: points from the upper left corner, texts by their base line. A text never
// makes another line or page than its place has room for; it is cut instead, and seen to be cut.
import { toLatin } from './latin-text.ts';

export const PAGE_WIDTH = 595;
const PAGE_HEIGHT = 842;

export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
export type Line = {
  readonly x: number;
  /** Of the base line. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly color: string;
  readonly isBold?: boolean;
  readonly isRight?: boolean;
  /** Written smaller rather than cut: half an amount would be read as another one. */
  readonly isWhole?: boolean;
};
export type Paragraph = Line & { readonly lines: number; readonly leading: number };

export type Paper = {
  addPage(): void;
  write(text: string, line: Line): void;
  writeParagraph(text: string, paragraph: Paragraph): void;
  /** How many lines it would take, so that room can be made for them. */
  countLines(text: string, paragraph: Paragraph): number;
  paint(box: Box, color: string): void;
  /** Nothing can be drawn afterwards. */
  finish(): Promise<Buffer>;
};

const ELLIPSIS = '…';

type Measure = (text: string) => number;

/** The longest beginning that fits, with an ellipsis where something is missing. */
function cut(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle).trimEnd() + ELLIPSIS) <= width) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).trimEnd() + ELLIPSIS;
}

/** Words that are longer than a line are left to be cut. */
function wrap(text: string, { width, lines }: Paragraph, measure: Measure): string[] {
  const wrapped: string[] = [];
  let rest = text;
  while (rest !== '' && wrapped.length < lines - 1) {
    let end = rest.length;
    while (end > 0 && measure(rest.slice(0, end)) > width) end = rest.lastIndexOf(' ', end - 1);
    if (end <= 0) break;
    wrapped.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') wrapped.push(cut(rest, width, measure));
  return wrapped;
}

export async function openPaper({ title, at }: { title: string; at: Date }): Promise<Paper> {
  // A fifth of a second of loading, which nobody pays who prints nothing.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: [PAGE_WIDTH, PAGE_HEIGHT],
    margin: 0,
    autoFirstPage: false,
    lang: 'pt-BR',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: toLatin(title), Creator: 'Farol', Producer: 'Farol', CreationDate: at },
  });
  const bytes = Array.fromAsync(document as AsyncIterable<Buffer>);
  const choose = ({ size, color, isBold = false }: Line): void => {
    document
      .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(color);
  };
  const measure = (text: string): number => document.widthOfString(text);
  const linesOf = (text: string, paragraph: Paragraph): string[] => {
    choose(paragraph);
    return wrap(toLatin(text), paragraph, measure);
  };
  const put = (text: string, { x, y, width, isRight = false }: Line): void => {
    if (text === '') return;
    const left = isRight ? x + width - measure(text) : x;
    document.text(text, left, y, { lineBreak: false, baseline: 'alphabetic' });
  };
  return {
    addPage: () => document.addPage(),
    write: (text, line) => {
      choose(line);
      const latin = toLatin(text);
      const { width, size, isWhole = false } = line;
      if (isWhole) document.fontSize(size * Math.min(1, width / measure(latin)));
      put(isWhole ? latin : cut(latin, width, measure), line);
    },
    writeParagraph: (text, paragraph) => {
      for (const [index, each] of linesOf(text, paragraph).entries()) {
        put(each, { ...paragraph, y: paragraph.y + index * paragraph.leading });
      }
    },
    countLines: (text, paragraph) => linesOf(text, paragraph).length,
    paint: ({ x, y, width, height }, color) => document.rect(x, y, width, height).fill(color),
    finish: async () => {
      document.end();
      return Buffer.concat(await bytes);
    },
  };
}

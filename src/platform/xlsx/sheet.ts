// One sheet as its readers see it: rows in, and when a page of it is full it goes on in a further one of the same kind.
import { cell } from './cells.ts';
import type { CellKind, CellValue } from './cells.ts';
import { openPart } from './deflated-part.ts';
import type { DeflatedPart, FinishedPart, PartSettings } from './deflated-part.ts';

export type Column = { readonly title: string; readonly width: number; readonly kind: CellKind };
export type SheetLayout = {
  /** Up to 26 characters, none of `[]:*?/\`: there has to be room for the number of a further one. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** With a frozen header row and filters; otherwise every row brings its own kinds, and columns give only widths. */
  readonly isTable: boolean;
};
export type FreeCell = { readonly kind: CellKind; readonly value: CellValue };

/** A row as it is written: good for every sheet with the same columns. */
export type RenderedRow = { readonly xml: string };

export type Sheet = {
  /** In the order of the columns. A promise when the writing has to be waited for. */
  add(row: readonly CellValue[]): Promise<void> | undefined;
  render(row: readonly CellValue[]): RenderedRow;
  addRendered(row: RenderedRow): Promise<void> | undefined;
  addFree(row: readonly FreeCell[]): Promise<void> | undefined;
  /** Without the header rows. */
  rows(): number;
};

export type SheetPage = {
  readonly name: string;
  readonly part: FinishedPart;
  /** What its filters cover, as `$A$1:$C$9`; null without filters. */
  readonly filtered: string | null;
};
export type OpenSheet = Sheet & { finish(): Promise<SheetPage[]>; close(): Promise<void> };

/** The format's own: more rows make programs offer a repair or drop what is behind them. */
export const MAX_ROWS = 1_048_576;
/** Far below what a part of the archive may have, 4 GiB, and what programs open. */
const MAX_PAGE_BYTES = 2_147_483_648;
const PIECE_LENGTH = 131_072;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const FROZEN =
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';

function columnLetter(index: number): string {
  const [high, low] = [Math.floor(index / 26), index % 26];
  return `${high === 0 ? '' : String.fromCharCode(64 + high)}${String.fromCharCode(65 + low)}`;
}

function pageHead({ columns, isTable }: SheetLayout): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const header = columns.map(({ title }) => cell('heading', title)).join('');
  return [
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${MAIN}"><sheetViews>`,
    `<sheetView${isTable ? '' : ' showGridLines="0"'} workbookViewId="0">${isTable ? FROZEN : ''}</sheetView>`,
    `</sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`,
    isTable ? `<row ht="30" customHeight="1">${header}</row>` : '',
  ].join('');
}

function filteredRange({ columns, isTable }: SheetLayout, rows: number): string | null {
  return isTable ? `$A$1:$${columnLetter(columns.length - 1)}$${rows + 1}` : null;
}

function pageTail(layout: SheetLayout, rows: number): string {
  const range = filteredRange(layout, rows);
  const filter = range === null ? '' : `<autoFilter ref="${range.replaceAll('$', '')}"/>`;
  return `</sheetData>${filter}</worksheet>`;
}

// Cells carry no address: it is optional, they stand in order, and without it the file has a third of the size.
function tableRow(kinds: readonly CellKind[], row: readonly CellValue[]): string {
  let text = '<row>';
  for (let index = 0; index < kinds.length; index++) {
    text += cell(kinds[index] ?? 'text', row[index] ?? null);
  }
  return `${text}</row>`;
}

function freeRow(row: readonly FreeCell[]): string {
  return `<row>${row.map(({ kind, value }) => cell(kind, value)).join('')}</row>`;
}

type OpenPage = { part: DeflatedPart; rows: number };

export function openSheet(layout: SheetLayout, settings: PartSettings & { maxRows: number }): OpenSheet {
  const kinds = layout.columns.map(({ kind }) => kind);
  const rowsOfPage = settings.maxRows - (layout.isTable ? 1 : 0);
  const full: OpenPage[] = [];
  let page: OpenPage = { part: openPart(settings), rows: 0 };
  let text = pageHead(layout);
  let total = 0;

  const turnPage = async (): Promise<void> => {
    const { part, rows } = page;
    const last = text + pageTail(layout, rows);
    full.push(page);
    page = { part: openPart(settings), rows: 0 };
    text = pageHead(layout);
    await part.write(last);
  };
  const put = (row: string): Promise<void> | undefined => {
    text += row;
    page.rows += 1;
    total += 1;
    if (text.length < PIECE_LENGTH) return undefined;
    const piece = text;
    text = '';
    return page.part.write(piece);
  };
  const isFull = (): boolean => page.rows >= rowsOfPage || page.part.plainBytes() > MAX_PAGE_BYTES;
  const turnAndPut = async (row: string): Promise<void> => {
    await turnPage();
    await put(row);
  };
  const take = (row: string): Promise<void> | undefined => (isFull() ? turnAndPut(row) : put(row));

  return {
    add: (row) => take(tableRow(kinds, row)),
    render: (row) => ({ xml: tableRow(kinds, row) }),
    addRendered: ({ xml }) => take(xml),
    addFree: (row) => take(freeRow(row)),
    rows: () => total,
    finish: async () => {
      await page.part.write(text + pageTail(layout, page.rows));
      const pages: SheetPage[] = [];
      for (const [index, { part, rows }] of [...full, page].entries()) {
        const name = index === 0 ? layout.name : `${layout.name} (${index + 1})`;
        pages.push({ name, part: await part.finish(), filtered: filteredRange(layout, rows) });
      }
      return pages;
    },
    close: async () => {
      await Promise.all([...full, page].map(({ part }) => part.close()));
    },
  };
}

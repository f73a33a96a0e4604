// Spreadsheets: 100,000 rows of 15 columns against deflating the same XML, and against a library for the same work.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { createWorkbook, SHIPPED_LEVEL } from '../src/platform/xlsx/workbook.ts';
import type { CellKind, CellValue, Column } from '../src/platform/xlsx/workbook.ts';
import { collect, readParts } from '../test/support/workbook-reading.ts';
import { conclude } from './measure-figure.ts';
import type { FigureResult } from './measure-figure.ts';
import { installPeers } from './peers.ts';
import type { Place } from './registry/scratch.ts';

export const SPREADSHEETS = 'spreadsheets';
const ROWS = 100_000;
const SHEET = 'xl/worksheets/sheet1.xml';
const LEVEL_6 = 6;

type Row = readonly CellValue[];
type Write = () => Promise<void>;

const KINDS: readonly CellKind[] = [
  ...(['text', 'word', 'word', 'word', 'word', 'integer', 'word', 'word', 'word', 'word'] as const),
  ...(['money', 'date', 'date', 'word', 'date'] as const),
];
const COLUMNS: readonly Column[] = KINDS.map((kind, index) => ({
  title: `Coluna ${index + 1}`,
  width: 20,
  kind,
}));
const CLASSES = [
  'Execução Fiscal',
  'Procedimento Comum Cível',
  'Ação Trabalhista - Rito Ordinário',
  'Cumprimento de sentença',
];

/** As a report has them: numbers and amounts that never repeat, beside words and days that do. */
function makeRows(): Row[] {
  const two = (value: number): string => String(value).padStart(2, '0');
  return Array.from({ length: ROWS }, (_, at) => {
    const scattered = Math.imul(at, 2_654_435_761) >>> 0;
    const number = `${String(scattered % 10_000_000).padStart(7, '0')}-${two(at % 97)}.2021.8.26.${String(at % 9973).padStart(4, '0')}`;
    const facts = [
      'TJSP',
      '11.222.333/0001-81',
      'Réu',
      CLASSES[at % 4] ?? '',
      1116,
      'Execução',
      'Ativo',
      'Sim',
    ];
    const days = [`20${10 + (at % 16)}-03-${two(1 + (at % 28))}`, `2026-10-${two(1 + (scattered % 28))}`];
    const reason = 'Execução ativa contra o documento';
    return [
      number,
      ...facts,
      reason,
      `${scattered % 1_000_000}.${two(at % 100)}`,
      ...days,
      'Documento',
      '2026-11-12',
    ];
  });
}

async function writeOurs(rows: readonly Row[], folder: string, level: number): Promise<Buffer> {
  const workbook = createWorkbook({ spoolFolder: folder, level });
  const sheet = workbook.addSheet({ name: 'Processos', columns: COLUMNS, isTable: true });
  for (const row of rows) {
    const waiting = sheet.add(row);
    if (waiting !== undefined) await waiting;
  }
  const bytes = await collect(workbook.bytes());
  await workbook.close();
  return bytes;
}

type Hucre = {
  writeXlsxStream(rows: Iterable<unknown[]>, options: object): AsyncIterable<Uint8Array>;
};

/** Its streaming writer, with dates as dates and amounts as numbers; null with the reason told when it cannot be had. */
async function openHucre(
  place: Place,
  rows: readonly Row[],
  say: (line: string) => void,
): Promise<Write | null> {
  try {
    const folder = await installPeers(place.projectDir, say);
    const path = join(folder, 'node_modules', 'hucre', 'dist', 'xlsx.mjs');
    const { writeXlsxStream } = (await import(pathToFileURL(path).href)) as Hucre;
    const typed = rows.map((row) =>
      row.map((value, index) => {
        if (KINDS[index] === 'date') return new Date(`${String(value)}T00:00:00Z`);
        return KINDS[index] === 'money' ? Number(value) : value;
      }),
    );
    const columns = COLUMNS.map(({ title, width }) => ({ header: title, width }));
    const options = { name: 'Processos', columns, freezePane: { rows: 1 } };
    return async () => {
      await collect(writeXlsxStream(typed, options));
    };
  } catch (error) {
    say(`  hucre is not compared: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

async function timeOf(write: () => Promise<unknown> | Buffer): Promise<number> {
  const startedAt = performance.now();
  await write();
  return performance.now() - startedAt;
}

type Round = { shipped: number; level6: number; deflate: number; hucre: number | null };

function describeRounds(rounds: readonly Round[], xmlBytes: number): FigureResult[] {
  const id = SPREADSHEETS;
  const name = `${ROWS.toLocaleString('en')} rows, ${Math.round(xmlBytes / 1e6)} MB of XML`;
  const ratios = (of: (round: Round) => number): number[] => rounds.map(of);
  const figures = [
    conclude({
      id,
      title: `spreadsheet of ${name}`,
      unit: 'ms',
      limit: null,
      values: ratios(({ shipped }) => shipped),
    }),
    conclude({
      id,
      title: 'spreadsheet, to deflating its XML at level 6',
      unit: '×',
      limit: { atMost: 1.6 },
      values: ratios(({ shipped, deflate }) => shipped / deflate),
    }),
    conclude({
      id,
      title: 'spreadsheet at level 6, to deflating its XML',
      unit: '×',
      limit: { atMost: 1.6 },
      values: ratios(({ level6, deflate }) => level6 / deflate),
    }),
  ];
  const faster = (title: string, atLeast: number, of: (round: Round) => number): FigureResult =>
    conclude({
      id,
      title,
      unit: '×',
      limit: { atLeast },
      values: ratios((round) => (round.hucre ?? 0) / of(round)),
    });
  if (rounds.some(({ hucre }) => hucre === null)) return figures;
  return [
    ...figures,
    faster('spreadsheet, faster than hucre', 5, ({ shipped }) => shipped),
    faster('spreadsheet at level 6, faster than hucre', 2, ({ level6 }) => level6),
  ];
}

export async function measureSpreadsheets(
  place: Place,
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<FigureResult[]> {
  say('Spreadsheets');
  const rows = makeRows();
  const hucre = await openHucre(place, rows, say);
  const xml = Buffer.from(
    (await readParts(await writeOurs(rows, place.folder, SHIPPED_LEVEL))).get(SHEET) ?? '',
  );
  const measured: Round[] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const told: Round = {
      shipped: await timeOf(() => writeOurs(rows, place.folder, SHIPPED_LEVEL)),
      deflate: await timeOf(() => deflateRawSync(xml, { level: LEVEL_6 })),
      level6: await timeOf(() => writeOurs(rows, place.folder, LEVEL_6)),
      hucre: hucre === null ? null : await timeOf(hucre),
    };
    if (round === 0) continue;
    measured.push(told);
    const times = Object.entries(told).map(
      ([side, ms]) => `${side} ${ms === null ? '–' : Math.round(ms)} ms`,
    );
    say(`  ${SPREADSHEETS} round ${round}/${rounds}: ${times.join(', ')}`);
  }
  return describeRounds(measured, xml.length);
}

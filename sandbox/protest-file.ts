// Notary protests of the population and of the test documents.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BadRows, cutOff } from './bad-rows.ts';
import { isoDate, isoInstant } from './calendar.ts';
import type { ManifestFile } from './manifest.ts';
import { breakCheckDigit } from './numbers.ts';
import type { Population } from './population.ts';
import { protestLine } from './protest-lines.ts';
import type { ProtestLine } from './protest-lines.ts';
import { Lottery, Random } from './random.ts';
import { openPlainFile } from './sink.ts';
import type { LineSink } from './sink.ts';
import { TEST_DOCUMENTS } from './test-documents.ts';

const FOLDER = 'protests';
const SHARE = 0.15;
const STATES = new Lottery<ProtestLine['state']>([
  [70, 'LIVE'],
  [18, 'CANCELLED'],
  [12, 'PAID'],
]);
const KINDS = ['DMI', 'DSI', 'CDA', 'CH', 'NP', 'CCB'];

function breakDocument(line: string): string {
  const protest = JSON.parse(line) as ProtestLine;
  return protestLine({ ...protest, key: `${protest.key}-X`, document: breakCheckDigit(protest.document) });
}

function drawProtest(population: Population, random: Random, index: number): ProtestLine {
  const { size, today } = population;
  const isPerson = random.chance(0.6);
  const debtor = random.skewed(isPerson ? size.people : size.companies);
  const day = today - 10 - random.below(1800);
  const { name: city, state } = population.cityOf(debtor);
  return {
    key: `${state}-${String(index).padStart(9, '0')}`,
    document: isPerson ? population.cpfOf(debtor) : population.cnpjOf(debtor),
    office: { name: `${1 + random.below(9)}º Tabelião de Protesto de ${city}`, city, state },
    protestedOn: isoDate(day),
    dueOn: random.chance(0.1) ? null : isoDate(day - 15 - random.below(60)),
    value: random.chance(0.08) ? null : Math.exp(4 + random.unit() * 6).toFixed(2),
    kind: random.pick(KINDS),
    presenter: population.companyName(random.below(population.largeFirms)),
    creditor: population.companyName(random.below(size.companies)),
    state: STATES.draw(random),
    updatedAt: isoInstant(Math.min(today, day + random.below(400)), 900),
  };
}

/** Stops whenever the sink is full, for whoever must wait for a disk. */
export function* addProtestLines(population: Population, sink: LineSink): Generator<undefined> {
  const bad = new BadRows([breakDocument, cutOff]);
  const random = new Random(population.seed, 41);
  for (const protest of TEST_DOCUMENTS.flatMap(({ protests = [] }) => protests)) {
    bad.add(sink, protestLine(protest));
  }
  const { people, companies } = population.size;
  const count = Math.ceil((people + companies) * SHARE);
  for (let index = 0; index < count; index += 1) {
    bad.add(sink, protestLine(drawProtest(population, random, index)));
    if (sink.isFull) yield;
  }
}

export async function writeProtestFile(population: Population, folder: string): Promise<ManifestFile[]> {
  await mkdir(join(folder, FOLDER), { recursive: true });
  const path = `${FOLDER}/protests.ndjson`;
  const sink = openPlainFile(join(folder, path));
  const lines = addProtestLines(population, sink);
  while (lines.next().done !== true) await sink.drain();
  return [{ source: 'protests', path, ...(await sink.close()) }];
}

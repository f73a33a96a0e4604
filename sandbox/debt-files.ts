// The government debt register's three files.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BadRows } from './bad-rows.ts';
import { brazilianDate } from './calendar.ts';
import { DEBT_LAYOUTS, debtRow } from './debt-rows.ts';
import type { Debt, DebtRegister, DebtSituation } from './debt-rows.ts';
import type { ManifestFile } from './manifest.ts';
import { breakCheckDigit, makeCnpj, punctuateCnpj } from './numbers.ts';
import type { Population } from './population.ts';
import { Lottery, Random } from './random.ts';
import { openZipFile } from './sink.ts';
import { TEST_DOCUMENTS } from './test-documents.ts';

const FOLDER = 'pgfn';
/** Entries for each person or company there is. */
const SHARES: Readonly<Record<DebtRegister, number>> = {
  general: 0.12,
  'social-security': 0.03,
  'severance-fund': 0.01,
};
const REGISTERS: readonly DebtRegister[] = ['general', 'social-security', 'severance-fund'];
const SITUATIONS = new Lottery<DebtSituation>([
  [77, 'collection'],
  [15, 'benefit'],
  [3, 'guaranteed'],
  [2, 'suspended'],
  [3, 'negotiated'],
]);

function loseLastField(line: string): string {
  return `${line.slice(0, line.lastIndexOf(';'))}\r\n`;
}

/** Of a person six digits remain, which cannot be wrong; so the company that a bad row names is made up. */
function breakDocument(line: string): string {
  const rest = line.slice(line.indexOf(';'));
  return `${punctuateCnpj(breakCheckDigit(makeCnpj('89765432', '0001')))}${rest}`;
}

function drawDebt(population: Population, random: Random, register: DebtRegister, inscription: number): Debt {
  const { people, companies } = population.size;
  const isPerson = register === 'general' && random.chance(0.35);
  const index = random.skewed(isPerson ? people : companies);
  return {
    register,
    document: isPerson ? population.cpfOf(index) : population.cnpjOf(index),
    name: isPerson ? population.personName(index) : population.companyName(index),
    state: population.cityOf(index).state,
    inscription,
    situation: SITUATIONS.draw(random),
    registeredOn: brazilianDate(population.today - 30 - random.below(4000)),
    isFiled: random.chance(0.55),
    value: Math.exp(5 + random.unit() * 9).toFixed(2),
  };
}

async function writeRegister(
  population: Population,
  folder: string,
  register: DebtRegister,
): Promise<ManifestFile> {
  const { file, innerName, header } = DEBT_LAYOUTS[register];
  const sink = openZipFile(join(folder, FOLDER, file), innerName);
  const bad = new BadRows([breakDocument, loseLastField]);
  const random = new Random(population.seed, 31 + REGISTERS.indexOf(register));
  const { people, companies } = population.size;
  const rows = Math.ceil((people + companies) * SHARES[register]);
  sink.addHeader(`${header.join(';')}\r\n`);
  for (const debt of TEST_DOCUMENTS.flatMap(({ debts = [] }) => debts)) {
    if (debt.register === register) bad.add(sink, debtRow(debt));
  }
  for (let inscription = 1; inscription <= rows; inscription += 1) {
    bad.add(sink, debtRow(drawDebt(population, random, register, inscription)));
    if (sink.isFull) await sink.drain();
  }
  return { source: 'pgfn', path: `${FOLDER}/${file}`, ...(await sink.close()) };
}

export async function writeDebtFiles(population: Population, folder: string): Promise<ManifestFile[]> {
  await mkdir(join(folder, FOLDER), { recursive: true });
  const files: ManifestFile[] = [];
  for (const register of REGISTERS) files.push(await writeRegister(population, folder, register));
  return files;
}

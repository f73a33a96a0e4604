// The tax registry's month: ten parts each of companies, establishments and partners, the tax option, six code tables.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BadRows, gainColumn, loseLastColumn } from './bad-rows.ts';
import { CODE_TABLES } from './code-tables.ts';
import { CompanyRegister } from './company-record.ts';
import type { CompanyRecord } from './company-record.ts';
import type { ManifestFile } from './manifest.ts';
import type { Population } from './population.ts';
import { PUBLIC_BODIES } from './public-bodies.ts';
import { companyRow, csvRow, establishmentRow, partnerRow, simplesRow } from './receita-rows.ts';
import { openZipFile } from './sink.ts';
import type { Sink } from './sink.ts';
import { TEST_DOCUMENTS } from './test-documents.ts';
import { companyOf } from './test-documents/registered-companies.ts';

const PARTS = 10;
const FOLDER = 'receita';

/** The last digit of an establishment's CNPJ is wrong; the column is the third. */
function breakEstablishment(line: string): string {
  const fields = line.trimEnd().slice(1, -1).split('";"');
  const digits = fields[2] as string;
  fields[2] = `${digits[0]}${(Number(digits[1]) + 1) % 10}`;
  return csvRow(fields);
}

function shortenRoot(line: string): string {
  return `"${line.slice(2)}`;
}

class ReceitaWriter {
  readonly #folder: string;
  readonly #files: ManifestFile[] = [];
  readonly #companies = new BadRows([loseLastColumn, shortenRoot]);
  readonly #establishments = new BadRows([breakEstablishment, loseLastColumn]);
  readonly #partners = new BadRows([gainColumn, shortenRoot]);
  readonly #options = new BadRows([loseLastColumn]);
  readonly #simples: Sink;
  #part: { companies: Sink; establishments: Sink; partners: Sink } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#simples = this.#open('Simples', 'F.K03200$W.SIMPLES.CSV.D61010');
  }

  #open(name: string, innerName: string): Sink {
    return openZipFile(join(this.#folder, FOLDER, `${name}.zip`), innerName);
  }

  openPart(part: number): void {
    const inner = (ending: string): string => `K3241.K03200Y${part}.D61010.${ending}`;
    this.#part = {
      companies: this.#open(`Empresas${part}`, inner('EMPRECSV')),
      establishments: this.#open(`Estabelecimentos${part}`, inner('ESTABELE')),
      partners: this.#open(`Socios${part}`, inner('SOCIOCSV')),
    };
  }

  async closePart(part: number): Promise<void> {
    if (this.#part === undefined) return;
    const { companies, establishments, partners } = this.#part;
    await this.#close(companies, `Empresas${part}`);
    await this.#close(establishments, `Estabelecimentos${part}`);
    await this.#close(partners, `Socios${part}`);
  }

  async #close(sink: Sink, name: string): Promise<void> {
    this.#files.push({ source: 'receita', path: `${FOLDER}/${name}.zip`, ...(await sink.close()) });
  }

  async write(company: CompanyRecord): Promise<void> {
    const part = this.#part;
    if (part === undefined) throw new Error('no part is open');
    this.#companies.add(part.companies, companyRow(company));
    for (const establishment of company.establishments) {
      this.#establishments.add(part.establishments, establishmentRow(company.root, establishment));
    }
    for (const partner of company.partners) {
      this.#partners.add(part.partners, partnerRow(company.root, partner));
    }
    if (company.simples !== null) this.#options.add(this.#simples, simplesRow(company));
    for (const sink of [part.companies, part.establishments, part.partners, this.#simples]) {
      if (sink.isFull) await sink.drain();
    }
  }

  async close(): Promise<ManifestFile[]> {
    await this.#close(this.#simples, 'Simples');
    for (const [name, { innerName, rows }] of Object.entries(CODE_TABLES)) {
      const sink = this.#open(name, `F.K03200$Z.D61010.${innerName}`);
      for (const row of rows) sink.add(csvRow(row));
      await this.#close(sink, name);
    }
    return this.#files;
  }
}

function* fixedCompanies(): Generator<CompanyRecord> {
  for (const test of TEST_DOCUMENTS) {
    const company = companyOf(test);
    if (company !== null) yield company;
  }
  for (const { root, name, legalNature, entity, city } of PUBLIC_BODIES) {
    yield {
      root,
      name,
      legalNature,
      responsible: '05',
      capital: '0,00',
      size: '05',
      entity,
      establishments: [
        {
          order: '0001',
          isHead: true,
          tradeName: '',
          situation: '02',
          situationOn: '20051103',
          reason: '00',
          startedOn: '20000103',
          activity: '8411600',
          city,
        },
      ],
      partners: [],
      simples: null,
    };
  }
}

export async function writeReceitaFiles(
  population: Population,
  folder: string,
  tell: (done: number) => void,
): Promise<ManifestFile[]> {
  await mkdir(join(folder, FOLDER), { recursive: true });
  const writer = new ReceitaWriter(folder);
  const register = new CompanyRegister(population);
  const { companies } = population.size;
  let company = 0;
  for (let part = 0; part < PARTS; part += 1) {
    writer.openPart(part);
    if (part === 0) {
      for (const fixed of fixedCompanies()) await writer.write(fixed);
    }
    for (const end = Math.floor((companies * (part + 1)) / PARTS); company < end; company += 1) {
      await writer.write(register.draw(company));
    }
    await writer.closePart(part);
    tell(company);
  }
  return writer.close();
}

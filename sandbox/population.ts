// Everybody there is. A person or company is computed from its index whenever it is needed, so a country of millions
// takes no memory and every file tells the same of the same index.
import { cityFor } from './cities.ts';
import type { City } from './cities.ts';
import { LARGE_FIRMS, nameOfCompany, nameOfPerson } from './names.ts';
import {
  findCpfIndex,
  makeCnpj,
  makeCpf,
  makeLetteredRoot,
  makeRoot,
  spreadCnpjRoot,
  spreadCpfBase,
} from './numbers.ts';
import { scramble } from './random.ts';

export type PopulationSize = { people: number; companies: number; cases: number };
export const SIZES: Readonly<Record<'small' | 'medium' | 'large', PopulationSize>> = {
  small: { people: 2000, companies: 800, cases: 5000 },
  medium: { people: 40_000, companies: 15_000, cases: 100_000 },
  large: { people: 400_000, companies: 150_000, cases: 1_000_000 },
};
export const DEFAULT_SEED = 1;
/** No clock: a population is looked at on a day that is given. */
export const DEFAULT_TODAY = '2026-11-01';

export type Form = 'limited' | 'sole-trader' | 'corporation' | 'association' | 'condominium' | 'cooperative';

// What an index is asked for; each answer is scrambled from its own number.
const ASPECT = { person: 1, company: 2, form: 3, city: 4, owner: 5 } as const;
const LETTERED_EVERY = 32;

const AROUND_NAME: Readonly<Record<Exclude<Form, 'sole-trader'>, readonly [string, string]>> = {
  limited: ['', ' LTDA'],
  corporation: ['', ' S.A.'],
  association: ['ASSOCIACAO ', ''],
  condominium: ['CONDOMINIO EDIFICIO ', ''],
  cooperative: ['COOPERATIVA ', ''],
};

export class Population {
  readonly size: PopulationSize;
  readonly seed: number;
  /** The day on which the population is looked at. */
  readonly today: number;
  /** The first companies are the large ones that sue and are sued most. */
  readonly largeFirms: number;
  readonly #cpfOffset: number;
  readonly #rootOffset: number;
  readonly #large: { document: string; name: string }[];

  constructor(size: PopulationSize, seed: number, today: number) {
    this.size = size;
    this.seed = seed;
    this.today = today;
    this.#cpfOffset = scramble(seed, 101) % 900_000_000;
    this.#rootOffset = scramble(seed, 102) % 90_000_000;
    this.largeFirms = Math.min(LARGE_FIRMS.length, Math.ceil(size.companies / 10));
    this.#large = LARGE_FIRMS.slice(0, this.largeFirms).map((name, index) => ({
      document: makeCnpj(this.rootOf(index), '0001'),
      name,
    }));
  }

  bits(aspect: number, index: number): number {
    return scramble(this.seed + aspect * 7919, index);
  }

  cpfOf(person: number): string {
    return makeCpf(spreadCpfBase(person, this.#cpfOffset));
  }

  /** Who bears the CPF: the name is the same in every file and every played source, whatever the size. */
  findPerson(cpf: string): number {
    return findCpfIndex(Number(cpf.slice(0, 9)), this.#cpfOffset);
  }

  personName(person: number): string {
    return nameOfPerson(this.bits(ASPECT.person, person));
  }

  cityOf(index: number): City {
    return cityFor(this.bits(ASPECT.city, index));
  }

  formOf(company: number): Form {
    if (company < this.largeFirms) return 'corporation';
    const share = this.bits(ASPECT.form, company) % 100;
    if (share < 44) return 'limited';
    if (share < 84) return 'sole-trader';
    if (share < 88) return 'corporation';
    if (share < 94) return 'association';
    return share < 97 ? 'condominium' : 'cooperative';
  }

  /** Since July 2026 new roots may have letters; sole traders stay numeric. */
  isLettered(company: number): boolean {
    return (
      company % LETTERED_EVERY === 7 && company >= this.largeFirms && this.formOf(company) !== 'sole-trader'
    );
  }

  rootOf(company: number): string {
    const number = spreadCnpjRoot(company, this.#rootOffset);
    return this.isLettered(company) ? makeLetteredRoot(number) : makeRoot(number);
  }

  cnpjOf(company: number): string {
    return this.#large[company]?.document ?? makeCnpj(this.rootOf(company), '0001');
  }

  /** The person behind a sole trader. */
  ownerOf(company: number): number {
    return this.bits(ASPECT.owner, company) % this.size.people;
  }

  companyName(company: number): string {
    const large = this.#large[company];
    if (large !== undefined) return large.name;
    const form = this.formOf(company);
    if (form === 'sole-trader') return this.personName(this.ownerOf(company));
    const [before, after] = AROUND_NAME[form];
    return `${before}${nameOfCompany(this.bits(ASPECT.company, company))}${after}`;
  }

  /** As the registry writes it: many sole traders carry their owner's CPF at the end of the name. */
  registryName(company: number): string {
    const carriesCpf = this.formOf(company) === 'sole-trader' && this.bits(ASPECT.owner, company) % 5 < 3;
    const name = this.companyName(company);
    return carriesCpf ? `${name} ${this.cpfOf(this.ownerOf(company))}` : name;
  }

  /** What the company does, as an index of the trades. */
  tradeBits(company: number): number {
    return this.bits(ASPECT.company, company);
  }
}

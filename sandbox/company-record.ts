// A company as the tax registry knows it, drawn from its index: legal form, establishments, partners, tax option.
import { compactDate } from './calendar.ts';
import { CITIES } from './cities.ts';
import type { City } from './cities.ts';
import { tradeOfCompany } from './names.ts';
import { makeCnpj, maskCpf } from './numbers.ts';
import type { Form, Population } from './population.ts';
import { Random } from './random.ts';

export type Establishment = {
  order: string;
  isHead: boolean;
  tradeName: string;
  situation: '01' | '02' | '03' | '04' | '08';
  situationOn: string;
  reason: string;
  startedOn: string;
  activity: string;
  city: City;
};
export type Partner = {
  kind: '1' | '2' | '3';
  name: string;
  document: string;
  qualification: string;
  since: string;
  country: string;
  ageBand: string;
};
export type CompanyRecord = {
  root: string;
  name: string;
  legalNature: string;
  responsible: string;
  capital: string;
  size: string;
  entity: string;
  establishments: Establishment[];
  partners: Partner[];
  /** Null where the company never had the simplified tax. */
  simples: { since: string; until: string; isMei: boolean } | null;
};

const NATURES: Readonly<Record<Form, string>> = {
  limited: '2062',
  'sole-trader': '2135',
  corporation: '2054',
  association: '3999',
  condominium: '3085',
  cooperative: '2143',
};
const RESPONSIBLE: Readonly<Record<Form, string>> = {
  limited: '49',
  'sole-trader': '50',
  corporation: '10',
  association: '16',
  condominium: '19',
  cooperative: '16',
};
/** In the order of the trades in names.ts. */
const ACTIVITIES = [
  '4712100',
  '4930202',
  '4120400',
  '4744099',
  '6204000',
  '1412601',
  '8121400',
  '4530703',
  '5611203',
  '8630503',
  '3101200',
  '4635402',
  '0151201',
  '6810202',
  '7020400',
  '4771701',
  '2599399',
  '8599699',
  '7911200',
  '8011101',
];
/** Letters came on this day: 2026-07-31. */
const FIRST_LETTERED_DAY = 9708;
const LARGE_FIRM_BRANCHES = 20;
const COMPANY_PARTNER_SHARE = 0.12;
const FOREIGN_PARTNER_SHARE = 0.01;

export class CompanyRegister {
  readonly #population: Population;
  readonly #random: Random;

  constructor(population: Population) {
    this.#population = population;
    this.#random = new Random(population.seed, 21);
  }

  draw(company: number): CompanyRecord {
    const population = this.#population;
    const random = this.#random;
    const form = population.formOf(company);
    const started = this.#startedDay(company);
    const capital = Math.floor(Math.exp(random.unit() * 9 + 5));
    return {
      root: population.rootOf(company),
      name: population.registryName(company),
      legalNature: NATURES[form],
      responsible: RESPONSIBLE[form],
      capital: form === 'association' || form === 'condominium' ? '0,00' : `${capital},00`,
      size: form === 'corporation' ? '05' : random.chance(0.75) ? '01' : '03',
      entity: '',
      establishments: this.#establishments(company, started),
      partners: this.#partners(company, form, started),
      simples: this.#simples(form, started),
    };
  }

  #startedDay(company: number): number {
    const { today } = this.#population;
    if (this.#population.isLettered(company))
      return Math.min(today, FIRST_LETTERED_DAY + this.#random.below(60));
    return Math.max(1, today - 40 - this.#random.below(8000));
  }

  #establishments(company: number, started: number): Establishment[] {
    const random = this.#random;
    const population = this.#population;
    const isLarge = company < population.largeFirms;
    const branches = isLarge ? LARGE_FIRM_BRANCHES : random.chance(0.08) ? 1 + random.below(5) : 0;
    const [situation, reason] = isLarge ? (['02', '00'] as const) : this.#situation();
    const home = population.cityOf(company);
    const activity = ACTIVITIES[tradeOfCompany(population.tradeBits(company))] as string;
    const changed = situation === '02' ? started : started + random.below(population.today - started + 1);
    return Array.from({ length: 1 + branches }, (_, index) => ({
      order: this.#order(company, index),
      isHead: index === 0,
      tradeName: random.chance(0.4) ? (population.companyName(company).split(' ')[0] as string) : '',
      situation: index === 0 || situation !== '02' || !random.chance(0.3) ? situation : '08',
      situationOn: compactDate(changed),
      reason: reason === '00' || index === 0 ? reason : '01',
      startedOn: compactDate(Math.min(population.today, started + index * 30)),
      activity,
      city: index === 0 ? home : (CITIES[random.below(CITIES.length)] as City),
    }));
  }

  /** Branches of a root with letters may have letters in their order too. */
  #order(company: number, index: number): string {
    const number = String(index + 1).padStart(4, '0');
    return index > 0 && this.#population.isLettered(company) ? `${number.slice(2)}A${index % 10}` : number;
  }

  #situation(): readonly [Establishment['situation'], string] {
    const share = this.#random.unit();
    if (share < 0.62) return ['02', '00'];
    if (share < 0.9) return ['08', '01'];
    if (share < 0.98) return ['04', '63'];
    return share < 0.995 ? ['03', '18'] : ['01', '16'];
  }

  #partners(company: number, form: Form, started: number): Partner[] {
    // Sole traders are their owner and have no row among the partners.
    if (form === 'sole-trader') return [];
    const random = this.#random;
    const count = company < this.#population.largeFirms ? 9 : 1 + random.below(form === 'limited' ? 3 : 4);
    const qualification = {
      limited: '49',
      corporation: '10',
      association: '16',
      condominium: '19',
      cooperative: '16',
    };
    return Array.from({ length: count }, (_, index) => {
      const since = compactDate(Math.min(this.#population.today, started + random.below(1 + index * 400)));
      // A company is owned only by older ones, so chains end; the oldest are owners of many.
      if (company > 20 && random.chance(COMPANY_PARTNER_SHARE)) return this.#companyPartner(company, since);
      if (random.chance(FOREIGN_PARTNER_SHARE)) return this.#foreignPartner(since);
      return this.#personPartner(qualification[form], since);
    });
  }

  #companyPartner(company: number, since: string): Partner {
    const owner = this.#random.skewed(company);
    return {
      kind: '1',
      name: this.#population.companyName(owner),
      document: makeCnpj(this.#population.rootOf(owner), '0001'),
      qualification: '22',
      since,
      country: '',
      ageBand: '0',
    };
  }

  #foreignPartner(since: string): Partner {
    const name = `${this.#population.personName(this.#random.below(1000))} HOLDINGS LLC`;
    return { kind: '3', name, document: '', qualification: '37', since, country: '249', ageBand: '0' };
  }

  #personPartner(qualification: string, since: string): Partner {
    const person = this.#random.leaning(this.#population.size.people);
    return {
      kind: '2',
      name: this.#population.personName(person),
      document: maskCpf(this.#population.cpfOf(person)),
      qualification,
      since,
      country: '',
      ageBand: String(3 + (this.#population.bits(9, person) % 6)),
    };
  }

  #simples(form: Form, started: number): CompanyRecord['simples'] {
    const random = this.#random;
    if (form === 'corporation' || form === 'association' || form === 'condominium' || random.chance(0.35))
      return null;
    const until = random.chance(0.3)
      ? compactDate(started + random.below(this.#population.today - started + 1))
      : '00000000';
    return { since: compactDate(started), until, isMei: form === 'sole-trader' && random.chance(0.7) };
  }
}

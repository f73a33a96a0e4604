// Who stands in a case, as the JSON of a party. A small share is masked, without a document, or marked as perhaps somebody
// else of that name; that is how sources deliver them.
import type { Litigant } from './case-plan.ts';
import type { Unit } from './courts.ts';
import { nameOfPerson } from './names.ts';
import { maskCpf } from './numbers.ts';
import type { Population } from './population.ts';
import { NATIONAL_TREASURY, publicBodyOf } from './public-bodies.ts';
import type { PublicBody } from './public-bodies.ts';
import { Lottery } from './random.ts';
import type { Random } from './random.ts';

export type Stand = {
  readonly side: 'ACTIVE' | 'PASSIVE' | 'THIRD' | 'UNKNOWN';
  readonly role: 'PARTY' | 'VICTIM' | 'WITNESS';
  readonly roleName: string;
};

const PROSECUTOR = 'MINISTERIO PUBLICO';
const NO_DOCUMENT_SHARE = 0.03;
const MASKED_SHARE = 0.03;
const HOMONYM_SHARE = 0.008;
const LAWYER_SHARE = 0.5;
// The largest stands in about one case in nine of all there are.
const LARGE_WEIGHTS = [26, 17, 13, 10, 8, 6, 5, 4, 3, 3, 3, 2];

export class Litigants {
  readonly #population: Population;
  readonly #random: Random;
  readonly #large: Lottery<number>;

  constructor(population: Population, random: Random) {
    this.#population = population;
    this.#random = random;
    this.#large = new Lottery(
      LARGE_WEIGHTS.slice(0, population.largeFirms).map((weight, index) => [weight, index]),
    );
  }

  party(litigant: Litigant, stand: Stand, unit: Unit): string {
    const random = this.#random;
    if (litigant === 'person') return this.person(stand, unit);
    if (litigant === 'large') return this.#company(this.#large.draw(random), stand, unit);
    if (litigant === 'company') {
      return this.#company(random.skewed(this.#population.size.companies), stand, unit);
    }
    return litigant === 'public'
      ? this.#public(this.#publicBody(unit), stand)
      : partyJson(null, PROSECUTOR, stand);
  }

  person(stand: Stand, unit: Unit): string {
    const random = this.#random;
    const person = random.leaning(this.#population.size.people);
    const name = this.#population.personName(person);
    const share = random.unit();
    if (share < NO_DOCUMENT_SHARE) return partyJson(null, name, stand, this.#lawyers(unit));
    const cpf = this.#population.cpfOf(person);
    if (share < NO_DOCUMENT_SHARE + MASKED_SHARE)
      return partyJson(maskCpf(cpf), name, stand, this.#lawyers(unit));
    const isHomonym = share > 1 - HOMONYM_SHARE;
    return partyJson(cpf, name, stand, this.#lawyers(unit), isHomonym);
  }

  #company(company: number, stand: Stand, unit: Unit): string {
    const document = this.#random.chance(NO_DOCUMENT_SHARE) ? null : this.#population.cnpjOf(company);
    return partyJson(document, this.#population.companyName(company), stand, this.#lawyers(unit));
  }

  #publicBody(unit: Unit): PublicBody {
    const isFederal = unit.court < 500;
    return isFederal ? NATIONAL_TREASURY : publicBodyOf(unit.state, this.#random.chance(0.6));
  }

  #public({ document, name }: PublicBody, stand: Stand): string {
    return partyJson(document, name, stand, '');
  }

  #lawyers(unit: Unit): string {
    if (!this.#random.chance(LAWYER_SHARE)) return '';
    const bits = this.#random.next();
    return `{"name":"${nameOfPerson(bits)}","registration":"${unit.state}${100_000 + (bits % 400_000)}"}`;
  }
}

export function partyJson(
  document: string | null,
  name: string,
  { side, role, roleName }: Stand,
  ...[lawyers = '', isHomonym = false]: [string?, boolean?]
): string {
  const quoted = document === null ? 'null' : `"${document}"`;
  return (
    `{"document":${quoted},"name":"${name}","side":"${side}","role":"${role}","roleName":"${roleName}",` +
    `"lawyers":[${lawyers}],"homonym":${isHomonym ? 'true' : 'false'}}`
  );
}

// The people of the population as a source that knows more of them tells it: the same name and state, and what only it
// knows drawn from the document.
import { nameOfPerson } from '../names.ts';
import { DEFAULT_SEED, Population, SIZES } from '../population.ts';
import { drawsOf } from './draws.ts';
import { findName } from './test-documents.ts';

export type Person = { name: string; motherName: string; birthDate: string; uf: string };

// Of which size does not matter: who bears a CPF follows from the seed alone.
const population = new Population(SIZES.small, DEFAULT_SEED, 0);

/** Women have odd numbers there. */
const MOST_NAMES = 2 ** 30;

export function personOf(cpf: string): Person {
  const draws = drawsOf('person', cpf);
  const person = population.findPerson(cpf);
  const name = findName(cpf) ?? population.personName(person);
  const mother = nameOfPerson(draws.between(0, MOST_NAMES) * 2 + 1).split(' ')[0] ?? '';
  const year = draws.between(1945, 2006);
  const month = String(draws.between(1, 12)).padStart(2, '0');
  const day = String(draws.between(1, 28)).padStart(2, '0');
  return {
    name,
    motherName: `${mother} ${name.slice(name.indexOf(' ') + 1)}`,
    birthDate: `${year}-${month}-${day}`,
    uf: population.cityOf(person).state,
  };
}

// Driver licences of the sandbox: drawn from the CPF, as they stand on a given day. Licences are granted, renewed and
// blocked on days that are drawn too, so moving the day forward makes new facts appear.
import type { LicenceStory } from '../test-documents/test-document.ts';
import { addDays, addYears } from './days.ts';
import { drawsOf } from './draws.ts';
import type { Draws } from './draws.ts';
import { personOf } from './people.ts';
import type { Person } from './people.ts';

export type Block = { reason: string; from: string; until: string };

export type Licence = Person & {
  cpf: string;
  number: string;
  formNumber: string;
  renach: string;
  category: string;
  firstOn: string;
  issuedOn: string;
  expiresOn: string;
  situation: string;
  isProvisional: boolean;
  remarks: string;
  blocks: readonly Block[];
};

/** Nine digits and two check digits (national register of drivers). */
function licenceNumber(draws: Draws): string {
  const base = `0${draws.digits(8)}`;
  const sum = (weight: (at: number) => number): number =>
    Array.from(base).reduce((total, digit, at) => total + Number(digit) * weight(at), 0) % 11;
  const [first, second] = [sum((at) => 9 - at), sum((at) => at + 1)];
  if (first < 10) {
    return `${base}${first}${second === 10 ? 0 : second}`;
  }
  return `${base}0${Math.max(0, second - 2)}`;
}

/** Ten years until fifty, five until seventy, then three (Law 14.071/2020). */
function validYears(birthDate: string, issuedOn: string): number {
  if (issuedOn < addYears(birthDate, 50)) return 10;
  return issuedOn < addYears(birthDate, 70) ? 5 : 3;
}

/** Most renew within some weeks of the end; the others drive on without. */
function lastIssue(person: Person, firstOn: string, today: string, draws: Draws): string {
  const lagDays = draws.between(-20, 60);
  const renews = draws.inHundred(90);
  let issuedOn = firstOn;
  for (;;) {
    const renewedOn = addDays(addYears(issuedOn, validYears(person.birthDate, issuedOn)), lagDays);
    if (!renews || renewedOn > today) return issuedOn;
    issuedOn = renewedOn;
  }
}

function drawnBlocks(draws: Draws, today: string): Block[] {
  const from = addDays('2025-01-01', draws.between(0, 1095));
  const reason = draws.oneOf([
    'SUSPENSAO DO DIREITO DE DIRIGIR',
    'CASSACAO DA CNH',
    'BLOQUEIO ADMINISTRATIVO',
  ]);
  const isBlocked = draws.inHundred(6);
  return isBlocked && from <= today ? [{ reason, from, until: addYears(from, 1) }] : [];
}

const FORCED_BLOCKS: Partial<Record<LicenceStory, string>> = {
  SUSPENDED: 'SUSPENSAO DO DIREITO DE DIRIGIR',
  REVOKED: 'CASSACAO DA CNH',
};

function situationOf(story: LicenceStory | null): string {
  return story === 'CANCELLED' ? 'A - CANCELADA' : 'EMITIDA';
}

/** A test document has its licence on any day, however young its person is drawn. */
function forcedFirst(story: LicenceStory, drawn: string, today: string): string {
  if (story === 'PROVISIONAL') return addDays(today, -120);
  const latest = story === 'EXPIRED' ? addYears(today, -11) : addDays(today, -400);
  return drawn < latest ? drawn : latest;
}

/** Null: no licence on record that day. */
export function licenceOf(cpf: string, today: string, story: LicenceStory | null): Licence | null {
  const draws = drawsOf('licence', cpf);
  const person = personOf(cpf);
  const isDriver = draws.inHundred(72);
  const drawnFirst = addDays(addYears(person.birthDate, 18), draws.between(30, 2500));
  if (story === null && (!isDriver || drawnFirst > today)) {
    return null;
  }
  const firstOn = story === null ? drawnFirst : forcedFirst(story, drawnFirst, today);
  const issuedOn = story === 'EXPIRED' ? addYears(today, -11) : lastIssue(person, firstOn, today, draws);
  const years = story === 'EXPIRED' ? 10 : validYears(person.birthDate, issuedOn);
  const forced = story === null ? undefined : FORCED_BLOCKS[story];
  const isProvisional = today < addYears(firstOn, 1);
  return {
    ...person,
    cpf,
    number: licenceNumber(draws),
    formNumber: `2${draws.digits(9)}`,
    renach: `${person.uf}${draws.digits(9)}`,
    category: draws.oneOf(['A', 'B', 'B', 'AB', 'AB', 'AC', 'AD', 'AE']),
    firstOn,
    issuedOn,
    expiresOn: isProvisional ? addYears(firstOn, 1) : addYears(issuedOn, years),
    situation: situationOf(story),
    isProvisional,
    remarks: draws.inHundred(25) ? 'EAR' : draws.oneOf(['', '', 'A', '15']),
    blocks:
      forced === undefined
        ? story === null
          ? drawnBlocks(draws, today)
          : []
        : [{ reason: forced, from: addDays(today, -60), until: addDays(today, 305) }],
  };
}

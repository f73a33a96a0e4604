// Makes documents and case numbers with right check digits. Their parsing lives in src/documents; this is only the way
// back, fast enough for millions.

// An index becomes a number by a step that has no common factor with the modulus, so that no two are alike. Numbers above
// the modulus are never drawn: they belong to the published test documents and stay the same whatever the seed.
const CPF_BASES = 900_000_000;
const CPF_STEP = 618_033_989;
const CNPJ_ROOTS = 90_000_000;
const CNPJ_STEP = 55_600_033;
const CASE_SEQUENCES = 9_000_000;
const CASE_STEP = 5_562_307;

export const MAX_PEOPLE = 10_000_000;
export const MAX_COMPANIES = 10_000_000;
export const MAX_CASES = 7_000_000;

export function spreadCpfBase(index: number, offset: number): number {
  const base = (index * CPF_STEP + offset) % CPF_BASES;
  // Eleven equal digits are no CPF although they pass the arithmetic.
  return base % 111_111_111 === 0 ? 980_000_000 + base / 111_111_111 : base;
}

/** Modular inverse of the step: it leads from a number back to its index. */
const CPF_STEP_BACK = 801_536_909n;

/** The index whose number this is; a number that belongs to nobody gets an index above every population. */
export function findCpfIndex(base: number, offset: number): number {
  const distance = BigInt((base - offset + CPF_BASES) % CPF_BASES);
  return Number((distance * CPF_STEP_BACK) % BigInt(CPF_BASES));
}

export function spreadCnpjRoot(index: number, offset: number): number {
  return (index * CNPJ_STEP + offset) % CNPJ_ROOTS;
}

export function spreadCaseSequence(index: number, offset: number): number {
  return (index * CASE_STEP + offset) % CASE_SEQUENCES;
}

function checkDigit(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** The CPF whose first nine digits are this number. */
export function makeCpf(base: number): string {
  let [left, first, second] = [base, 0, 0];
  for (let weight = 2; weight <= 10; weight += 1) {
    const digit = left % 10;
    left = (left - digit) / 10;
    first += digit * weight;
    second += digit * (weight + 1);
  }
  const one = checkDigit(first);
  const two = checkDigit(second + one * 2);
  return `${String(base).padStart(9, '0')}${one}${two}`;
}

const FIRST_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3];

/** The CNPJ of an establishment: eight characters of root, four of order. */
export function makeCnpj(root: string, order: string): string {
  const stem = root + order;
  let [first, second] = [0, 0];
  for (let index = 0; index < 12; index += 1) {
    const value = stem.charCodeAt(index) - 48;
    first += value * (FIRST_WEIGHTS[index] as number);
    second += value * (SECOND_WEIGHTS[index] as number);
  }
  const one = checkDigit(first);
  return `${stem}${one}${checkDigit(second + one * 2)}`;
}

export function makeRoot(number: number): string {
  return String(number).padStart(8, '0');
}

/** Letters in the middle, such as `12ABC345`: the three digits decide them, so different roots stay different. */
export function makeLetteredRoot(number: number): string {
  const digits = makeRoot(number);
  const letter = (position: number): string =>
    String.fromCharCode(65 + Number(digits[position]) * 2 + (position % 2));
  return `${digits.slice(0, 2)}${letter(2)}${letter(3)}${letter(4)}${digits.slice(5)}`;
}

export type CaseNumberParts = {
  sequence: number;
  year: number;
  /** Segment and court, such as 826. */
  court: number;
  origin: number;
};

export function makeCaseNumber({ sequence, year, court, origin }: CaseNumberParts): string {
  // Twenty digits exceed what a number holds exactly, so the remainder is taken piece by piece.
  let rest = sequence % 97;
  rest = (rest * 10_000 + year) % 97;
  rest = (rest * 1000 + court) % 97;
  rest = (rest * 1_000_000 + origin * 100) % 97;
  const check = 98 - rest;
  const head = `${String(sequence).padStart(7, '0')}${check < 10 ? '0' : ''}${check}`;
  return `${head}${year}${court}${String(origin).padStart(4, '0')}`;
}

/** `***456789**`, as the tax registry shows people. */
export function maskCpf(cpf: string): string {
  return `***${cpf.slice(3, 9)}**`;
}

/** `12.ABC.345/01DE-35` */
export function punctuateCnpj(cnpj: string): string {
  return `${cnpj.slice(0, 2)}.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/${cnpj.slice(8, 12)}-${cnpj.slice(12)}`;
}

/** The same document with a wrong last digit: what a declared invalid row carries. */
export function breakCheckDigit(document: string): string {
  return `${document.slice(0, -1)}${(Number(document.at(-1)) + 1) % 10}`;
}

// The sets of bits and the codes that registry.case_parties keeps. They are stored: a meaning is never changed, only added.

/** Raise it whenever the same records would give other facts; rows with a lower one are derived anew. */
export const FACTS_VERSION = 2;

export const NATURE = {
  EXECUTION: 1 << 0,
  LABOUR: 1 << 1,
  CRIMINAL: 1 << 2,
  JUVENILE: 1 << 3,
  /** None of the first three. */
  CIVIL: 1 << 4,
} as const;

export const TRAIT = {
  TAX_EXECUTION: 1 << 0,
  /** A criminal action, an appeal in one, or the execution of a sentence. */
  CRIMINAL_ACTION: 1 << 1,
  INVESTIGATION: 1 << 2,
  /** Habeas corpus and the like, in superior courts too: criminal, and never a risk by themselves. */
  HABEAS_CORPUS: 1 << 3,
  INSOLVENCY: 1 << 4,
  IMPROBITY: 1 << 5,
  DEBT_RECOVERY: 1 << 6,
  /** The author is the debtor, by the class or because it lost and now owes the costs. */
  AUTHOR_IS_DEBTOR: 1 << 7,
  /** By the class alone: what the rule of that name fires on. */
  AUTHOR_IS_DEBTOR_BY_CLASS: 1 << 8,
  /** No class of the case could be placed, so it counts as civil. */
  CLASS_UNKNOWN: 1 << 9,
  /** With the outcome WITHOUT_MERITS: the latest severe movement came after it. */
  SEVERE_AFTER_EXTINCTION: 1 << 10,
  /** Of a row, not of the case: found by six digits and the name, so it is not classified and never a risk. */
  BY_MASK: 1 << 11,
} as const;

export const OUTCOME = {
  NONE: 0,
  PAID: 1,
  SETTLED: 2,
  FOR_DEBTOR: 3,
  WITHOUT_MERITS: 4,
  AGAINST_DEBTOR: 5,
} as const;
export type Outcome = (typeof OUTCOME)[keyof typeof OUTCOME];

/** Why a case, or a row of it, is never counted, listed, monitored or exported. */
export const HIDDEN = {
  SECRET: 1 << 0,
  SECRECY_UNKNOWN: 1 << 1,
  JUVENILE: 1 << 2,
  CRIMINAL_CLOSED: 1 << 3,
  /** Of a row: nothing but victim or witness. */
  VICTIM_OR_WITNESS: 1 << 4,
  /** Of a row: a person in a labour case who is not its defendant. */
  LABOUR_PERSON: 1 << 5,
  /** Of a row: a masked CPF whose owner stands in the same case with the whole one, which alone decides. */
  KNOWN_IN_FULL: 1 << 6,
} as const;

// A kind of case, ready to be drawn from; the kinds themselves are in the files named after their plans.
import type { CasePlan, CourtSegment, Litigant } from './case-plan.ts';
import { CIVIL_PLANS } from './civil-plans.ts';
import { CRIMINAL_PLANS } from './criminal-plans.ts';
import { EXECUTION_PLANS } from './execution-plans.ts';
import type { LifeFamily } from './life-courses.ts';
import { Lottery } from './random.ts';

export type Term = {
  readonly code: number;
  readonly name: string;
  readonly json: string;
  readonly hitJson: string;
};

export type CaseKind = {
  readonly classes: readonly Term[];
  readonly subjects: readonly Term[];
  readonly segment: CourtSegment;
  readonly life: LifeFamily;
  readonly active: Lottery<Litigant>;
  readonly passive: Lottery<Litigant>;
  readonly roles: readonly [string, string];
  readonly appeal: Term;
  readonly degrees: readonly [string, string];
  /** Reais; 0 for cases that have no value. */
  readonly typicalValue: number;
  readonly secretShare: number;
  readonly victimShare: number;
};

function term(code: number, name: string): Term {
  return {
    code,
    name,
    json: JSON.stringify({ code, name }),
    hitJson: JSON.stringify({ codigo: code, nome: name }),
  };
}

const APPEALS = {
  civil: term(198, 'Apelação Cível'),
  labour: term(1009, 'Recurso Ordinário Trabalhista'),
  criminal: term(417, 'Apelação Criminal'),
  'small-claims': term(460, 'Recurso Inominado Cível'),
};

function toTerms(entries: readonly (readonly [string | number, string])[]): Term[] {
  return entries.map(([code, name]) => term(Number(code), name));
}

function toKind(plan: CasePlan): CaseKind {
  const segment = plan.segment ?? 'state';
  const isCriminal = plan.life === 'criminal' || plan.life === 'investigation';
  return {
    classes: toTerms(plan.classes),
    subjects: toTerms(Object.entries(plan.subjects)),
    segment,
    life: plan.life ?? 'knowledge',
    active: new Lottery(plan.active),
    passive: new Lottery(plan.passive),
    roles: plan.roles ?? ['Autor', 'Réu'],
    appeal: isCriminal
      ? APPEALS.criminal
      : APPEALS[segment === 'state' || segment === 'federal' ? 'civil' : segment],
    degrees: segment === 'small-claims' ? ['JE', 'TR'] : ['G1', 'G2'],
    typicalValue: plan.typicalValue,
    secretShare: plan.secretShare ?? 0.012,
    victimShare: plan.victimShare ?? 0,
  };
}

const PLANS: readonly CasePlan[] = [...EXECUTION_PLANS, ...CIVIL_PLANS, ...CRIMINAL_PLANS];
const KINDS = PLANS.map((plan): readonly [number, CaseKind] => [plan.weight, toKind(plan)]);

export const CASE_KINDS: Lottery<CaseKind> = new Lottery(KINDS);

function namesOf(terms: readonly Term[]): Record<number, string> {
  return Object.fromEntries(terms.map(({ code, name }) => [code, name]));
}

/** Everything that a drawn case can be called, by code. */
export function listTerms(): { classes: Record<number, string>; subjects: Record<number, string> } {
  const kinds = KINDS.map(([, kind]) => kind);
  return {
    classes: namesOf([...kinds.flatMap(({ classes }) => classes), ...Object.values(APPEALS)]),
    subjects: namesOf(kinds.flatMap(({ subjects }) => subjects)),
  };
}

/** The kind that a class belongs to. */
export function kindOfClass(code: number): CaseKind {
  const found = KINDS.find(([, { classes }]) => classes.some((each) => each.code === code));
  if (found === undefined) throw new Error(`no kind of case has the class ${code}`);
  return found[1];
}

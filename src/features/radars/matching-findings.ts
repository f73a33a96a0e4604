// What is told of debts, protests, partners and the tax registry. Pure. Where a fact has no name of its own but documents and
// names of people, its finding is a digest of them.
import { hash } from 'node:crypto';
import type { PartnerChange, SituationChange } from '../companies/index.ts';
import type { DebtChange, NewProtest } from '../debts/index.ts';
import { buildNews, SEVERITY } from './matching-news.ts';
import type { News, Severity } from './matching-news.ts';

/** `day` is when the facts were given to us, a calendar day in America/Sao_Paulo. */
export type GivenOn = { readonly source: string; readonly day: string };

const DIGITS = 24;

function digestOf(...parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, DIGITS);
}

/** In collection is what analysis counts as a risk. */
export function describeDebt(debt: DebtChange, { source, day }: GivenOn): News {
  const { root, register, inscription, isNew, state, situation, registeredOn, isFiledInCourt, value } = debt;
  const severity = state === 'COLLECTING' ? SEVERITY.high : SEVERITY.medium;
  return buildNews({
    root,
    type: isNew ? 'debt.new' : 'debt.settled',
    finding: `debt:${register}:${inscription}`,
    severity: isNew ? severity : SEVERITY.low,
    what: { register, inscription, state, situation, isFiledInCourt, value },
    where: { state: debt.federalState },
    since: isNew ? registeredOn : day,
    source,
  });
}

/** Every live protest is a risk. */
export function describeProtest(protest: NewProtest, { day }: GivenOn): News {
  const { root, source, key, office, city, state, protestedOn, dueOn, value, kind } = protest;
  return buildNews({
    root,
    type: 'protest.new',
    finding: `protest:${source}:${digestOf(source, key)}`,
    severity: SEVERITY.high,
    what: { kind, value, dueOn },
    where: { office, city, state },
    since: protestedOn ?? day,
    source,
  });
}

export function describePartner(partner: PartnerChange, { source, day }: GivenOn): News {
  const { root, isIn, kind, document, nameKey, qualification, since } = partner;
  return buildNews({
    root,
    type: 'partner.changed',
    finding: `partner:${digestOf(root, document, nameKey)}`,
    severity: SEVERITY.medium,
    what: { direction: isIn ? 'in' : 'out', kind, qualification },
    where: {},
    since: isIn ? (since ?? day) : day,
    source,
  });
}

/** A head office that is active no more is what the company's partners in business must know first. */
function judgeSituation({ establishments }: SituationChange): Severity {
  const ended = establishments.filter(({ to }) => to !== 'ACTIVE');
  if (ended.some(({ isHead }) => isHead)) return SEVERITY.high;
  return ended.length > 0 ? SEVERITY.medium : SEVERITY.low;
}

export function describeSituation(change: SituationChange, { source, day }: GivenOn): News {
  const { root, count, establishments } = change;
  return buildNews({
    root,
    type: 'registry.changed',
    finding: `registry:${digestOf(root)}`,
    severity: judgeSituation(change),
    what: { count, establishments },
    where: {},
    since: establishments[0]?.on ?? day,
    source,
  });
}

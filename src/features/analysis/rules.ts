// The rules of risk: one table, read from top to bottom. A case with at least one rule is a risk, and keeps which ones and why.
// An entry is never changed once it has served. A rule that changes gets a further entry of the same id under the next
// version, one that goes gets `until`: what was told under an older version can then still be explained.
import { formatMoney } from '../../documents/money.ts';

/** What the rules look at. Everything that depends on the day or on a setting is already decided here. */
export type RiskFacts = {
  readonly side: string;
  readonly classCode: number | null;
  readonly isDebtorSide: boolean;
  /** Nothing says what the document is in the case; a third party is something. */
  readonly isRoleUnknown: boolean;
  /** Active, and not decided for the debtor, paid, settled or extinguished without judging the merits. */
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly isExecution: boolean;
  readonly isTaxExecution: boolean;
  readonly isLabour: boolean;
  readonly isCriminalAction: boolean;
  readonly isInsolvency: boolean;
  readonly isImprobity: boolean;
  readonly isDebtRecovery: boolean;
  readonly isAuthorDebtorByClass: boolean;
  /** Null unless it is above the threshold. */
  readonly highValue: string | null;
  readonly valueThresholdCents: bigint;
  /** Null unless within five years and not silenced by how the case ended. */
  readonly severeOn: string | null;
  readonly frustratedOn: string | null;
};

export type ReasonFacts = Record<string, string | number | boolean>;

export type Rule = {
  readonly id: string;
  /** The version of the table from which on this wording and condition hold. */
  readonly version: number;
  /** The first version without it. */
  readonly until?: number;
  readonly ptBr: string;
  readonly en: string;
  /** The heavier one is told first. */
  readonly weight: number;
  readonly holds: (facts: RiskFacts) => boolean;
  /** What it fired on, to be kept with the case. */
  readonly tell: (facts: RiskFacts) => ReasonFacts;
};

/** Raise it with every change of what fires or of what is said. */
export const RULES_VERSION = 1;

const owesInOpenCase = ({ isDebtorSide, isOpen }: RiskFacts): boolean => isDebtorSide && isOpen;

const tellClass = ({ side, classCode }: RiskFacts): ReasonFacts =>
  classCode === null ? { side } : { side, classCode };

export const RULES: readonly Rule[] = [
  {
    id: 'insolvency',
    version: 1,
    ptBr: 'Falência ou insolvência civil do devedor em andamento',
    en: 'Bankruptcy or civil insolvency of the debtor under way',
    weight: 100,
    holds: (facts) => owesInOpenCase(facts) && facts.isInsolvency,
    tell: tellClass,
  },
  {
    id: 'criminal',
    version: 1,
    ptBr: 'Réu em ação penal ou execução de pena em andamento',
    en: 'Defendant of a criminal action, or serving a sentence, under way',
    weight: 95,
    holds: (facts) => owesInOpenCase(facts) && facts.isCriminalAction,
    tell: tellClass,
  },
  {
    id: 'severe-movement',
    version: 1,
    ptBr: 'Penhora, bloqueio, indisponibilidade, leilão, falência decretada ou prisão nos últimos cinco anos',
    en: 'Attachment, block, freeze, auction, decreed bankruptcy or arrest within the last five years',
    weight: 90,
    holds: ({ isDebtorSide, severeOn }) => isDebtorSide && severeOn !== null,
    tell: ({ side, isActive, severeOn }) => ({ side, isActive, severeOn: severeOn ?? '' }),
  },
  {
    id: 'no-assets-found',
    version: 1,
    ptBr: 'Execução encerrada por falta de bens penhoráveis ou por não se encontrar o devedor, nos últimos cinco anos',
    en: 'Execution ended within the last five years for lack of assets or because the debtor was not found',
    weight: 85,
    holds: ({ isDebtorSide, frustratedOn }) => isDebtorSide && frustratedOn !== null,
    tell: ({ side, isActive, frustratedOn }) => ({ side, isActive, frustratedOn: frustratedOn ?? '' }),
  },
  {
    id: 'tax-execution',
    version: 1,
    ptBr: 'Devedor em execução fiscal ou cautelar fiscal em andamento',
    en: 'Debtor in a tax execution, or in its precautionary measure, under way',
    weight: 80,
    holds: (facts) => owesInOpenCase(facts) && facts.isTaxExecution,
    tell: tellClass,
  },
  {
    id: 'execution',
    version: 1,
    ptBr: 'Devedor em execução ou cumprimento de sentença em andamento',
    en: 'Debtor in an execution or enforcement of a judgment under way',
    weight: 75,
    holds: (facts) => owesInOpenCase(facts) && facts.isExecution,
    tell: tellClass,
  },
  {
    id: 'improbity',
    version: 1,
    ptBr: 'Réu em ação de improbidade administrativa em andamento',
    en: 'Defendant of an action for administrative improbity under way',
    weight: 70,
    holds: (facts) => owesInOpenCase(facts) && facts.isImprobity,
    tell: tellClass,
  },
  {
    id: 'labour',
    version: 1,
    ptBr: 'Reclamado em processo trabalhista em andamento',
    en: 'Defendant of a labour case under way',
    weight: 60,
    holds: (facts) => owesInOpenCase(facts) && facts.isLabour,
    tell: tellClass,
  },
  {
    id: 'debt-recovery',
    version: 1,
    ptBr: 'Réu em ação de cobrança de dívida em andamento (monitória, busca e apreensão, despejo por falta de pagamento)',
    en: 'Defendant of an action to recover a debt under way (payment order, repossession, eviction for arrears)',
    weight: 50,
    holds: (facts) => owesInOpenCase(facts) && facts.isDebtRecovery,
    tell: tellClass,
  },
  {
    id: 'author-is-the-debtor',
    version: 1,
    ptBr: 'Autor de processo em andamento próprio de devedor (embargos, recuperação, superendividamento)',
    en: 'Author of a case that debtors file, under way (embargos, own recovery, over-indebtedness)',
    weight: 45,
    holds: (facts) => owesInOpenCase(facts) && facts.isAuthorDebtorByClass,
    tell: tellClass,
  },
  {
    id: 'value',
    version: 1,
    ptBr: 'Devedor em processo em andamento com valor acima do limite configurado',
    en: 'Debtor in a case under way whose value is above the configured limit',
    weight: 40,
    holds: (facts) => owesInOpenCase(facts) && facts.highValue !== null,
    tell: ({ side, highValue, valueThresholdCents }) => ({
      side,
      value: highValue ?? '',
      threshold: formatMoney(valueThresholdCents),
    }),
  },
  {
    id: 'severe-movement-role-unknown',
    version: 1,
    ptBr: 'Penhora, bloqueio, indisponibilidade, leilão, falência decretada ou prisão nos últimos cinco anos, em processo no qual não se sabe o papel do documento',
    en: 'Attachment, block, freeze, auction, decreed bankruptcy or arrest within the last five years, in a case where the role of the document is not known',
    weight: 30,
    holds: ({ isRoleUnknown, severeOn }) => isRoleUnknown && severeOn !== null,
    tell: ({ side, isActive, severeOn }) => ({ side, isActive, severeOn: severeOn ?? '' }),
  },
];

/** Those of a version, the heaviest first. */
export function listRules(version = RULES_VERSION, table = RULES): readonly Rule[] {
  const ids = new Set(table.map(({ id }) => id));
  const rules = [...ids].flatMap((id) => findRule(version, id, table) ?? []);
  return rules.toSorted((a, b) => b.weight - a.weight);
}

const found = new Map<string, Rule | null>();

/** As findRule, of the rules in force and before; asked for with every reason of every case. */
export function recallRule(version: number, id: string): Rule | null {
  const key = `${version} ${id}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const rule = findRule(version, id);
  found.set(key, rule);
  return rule;
}

/** The rule as it was under that version; null when the version had none of that id. */
export function findRule(version: number, id: string, table = RULES): Rule | null {
  const entries = table.filter((rule) => rule.id === id && rule.version <= version);
  const newest = entries.toSorted((a, b) => b.version - a.version)[0];
  if (newest === undefined) return null;
  return newest.until !== undefined && newest.until <= version ? null : newest;
}

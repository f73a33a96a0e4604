// The verdict: what changed for the better and what for the worse, and which of the two outweighs. Cases that left the list
// have no say in it: they may have become hidden.

/** Raise it whenever the same changes would give another verdict. */
export const VERDICT_VERSION = 1;

export type Verdict = 'stable' | 'better' | 'worse';

/** A number of things and what they are worth together, in cents. */
export type Weight = { readonly count: number; readonly cents: bigint };

export type VerdictFacts = {
  readonly appearedWithRisk: Weight;
  readonly riskBegan: Weight;
  readonly riskEnded: Weight;
  /** Of those in collection. */
  readonly debtsIn: Weight;
  readonly debtsOut: Weight;
  readonly protestsIn: Weight;
  readonly protestsOut: Weight;
  /** In the tax registry's own words; empty when not compared. */
  readonly statusBefore: string;
  readonly statusAfter: string;
};

export type VerdictReason = {
  readonly rule: string;
  readonly direction: 'better' | 'worse';
  readonly ptBr: string;
  readonly en: string;
  readonly weight: Weight | null;
};

type WeightRule = {
  readonly rule: string;
  readonly direction: 'better' | 'worse';
  readonly read: (facts: VerdictFacts) => Weight;
  readonly ptBr: string;
  readonly en: string;
};

const WEIGHT_RULES: readonly WeightRule[] = [
  {
    rule: 'case-with-risk-appeared',
    direction: 'worse',
    read: ({ appearedWithRisk }) => appearedWithRisk,
    ptBr: 'Surgiram processos com risco',
    en: 'Cases with risk appeared',
  },
  {
    rule: 'risk-began',
    direction: 'worse',
    read: ({ riskBegan }) => riskBegan,
    ptBr: 'Processos já conhecidos passaram a ter risco',
    en: 'Cases that were known became a risk',
  },
  {
    rule: 'debt-in',
    direction: 'worse',
    read: ({ debtsIn }) => debtsIn,
    ptBr: 'Entraram dívidas ativas em cobrança',
    en: 'Government debts came into collection',
  },
  {
    rule: 'protest-in',
    direction: 'worse',
    read: ({ protestsIn }) => protestsIn,
    ptBr: 'Entraram protestos',
    en: 'Protests came in',
  },
  {
    rule: 'risk-ended',
    direction: 'better',
    read: ({ riskEnded }) => riskEnded,
    ptBr: 'Processos conhecidos deixaram de ter risco',
    en: 'Cases that were a risk no longer are',
  },
  {
    rule: 'debt-out',
    direction: 'better',
    read: ({ debtsOut }) => debtsOut,
    ptBr: 'Saíram dívidas ativas em cobrança',
    en: 'Government debts left collection',
  },
  {
    rule: 'protest-out',
    direction: 'better',
    read: ({ protestsOut }) => protestsOut,
    ptBr: 'Saíram protestos',
    en: 'Protests went out',
  },
];

const REGULAR = 'ATIVA';

function judgeRegistry({ statusBefore, statusAfter }: VerdictFacts): VerdictReason[] {
  if (statusBefore === '' || statusAfter === '' || statusBefore === statusAfter) return [];
  if (statusBefore === REGULAR) {
    return [
      {
        rule: 'registry-irregular',
        direction: 'worse',
        ptBr: 'A empresa deixou de estar ativa na Receita Federal',
        en: 'The company is no longer active in the tax registry',
        weight: null,
      },
    ];
  }
  return statusAfter === REGULAR
    ? [
        {
          rule: 'registry-regular',
          direction: 'better',
          ptBr: 'A empresa voltou a estar ativa na Receita Federal',
          en: 'The company is active in the tax registry again',
          weight: null,
        },
      ]
    : [];
}

export function listVerdictReasons(facts: VerdictFacts): VerdictReason[] {
  const weighed = WEIGHT_RULES.flatMap(({ rule, direction, read, ptBr, en }) => {
    const weight = read(facts);
    return weight.count === 0 ? [] : [{ rule, direction, ptBr, en, weight }];
  });
  return [...judgeRegistry(facts), ...weighed];
}

/**
 * All reasons one way: that way. Both ways: the registry decides, then the greater number of things, then the greater value;
 * what is equal in all of them is stable.
 */
export function judge(reasons: readonly VerdictReason[]): Verdict {
  const towards = (direction: 'better' | 'worse'): VerdictReason[] =>
    reasons.filter((reason) => reason.direction === direction);
  const [better, worse] = [towards('better'), towards('worse')];
  if (better.length === 0 || worse.length === 0) {
    return worse.length > 0 ? 'worse' : better.length > 0 ? 'better' : 'stable';
  }
  const decisive = reasons.find(({ weight }) => weight === null);
  if (decisive !== undefined) return decisive.direction;
  const total = (some: readonly VerdictReason[]): Weight => ({
    count: some.reduce((sum, { weight }) => sum + (weight?.count ?? 0), 0),
    cents: some.reduce((sum, { weight }) => sum + (weight?.cents ?? 0n), 0n),
  });
  const [up, down] = [total(worse), total(better)];
  if (up.count !== down.count) return up.count > down.count ? 'worse' : 'better';
  if (up.cents === down.cents) return 'stable';
  return up.cents > down.cents ? 'worse' : 'better';
}

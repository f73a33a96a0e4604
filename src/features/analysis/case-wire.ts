// Cases as they are answered, in the shapes of case-schemas.ts.
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import { listKeys } from './case-keys.ts';
import type { ListedCase } from './case-queries.ts';
import type { CaseWire } from './case-schemas.ts';
import type { FrozenCase } from './frozen-case.ts';
import { recallRule } from './rules.ts';

type NatureName = 'EXECUTION' | 'LABOUR' | 'CRIMINAL' | 'CIVIL';

function naturesToWire({
  execution,
  labour,
  criminal,
}: FrozenCase['classification']['natures']): NatureName[] {
  const natures: NatureName[] = [];
  if (execution) natures.push('EXECUTION');
  if (labour) natures.push('LABOUR');
  if (criminal) natures.push('CRIMINAL');
  return natures.length === 0 ? ['CIVIL'] : natures;
}

/** By the rules of the analysis's own day: what was said then is explained as it was meant then. */
function reasonsToWire(reasons: FrozenCase['classification']['reasons'], rulesVersion: number) {
  return reasons.map(({ rule, facts }) => {
    const known = recallRule(rulesVersion, rule);
    const sentence = { 'pt-BR': known?.ptBr ?? '', en: known?.en ?? '' };
    return { rule, weight: known?.weight ?? 0, sentence, facts };
  });
}

const SIDE_WORDS: Readonly<Record<string, string>> = {
  ACTIVE: 'AUTHOR',
  PASSIVE: 'DEFENDANT',
  THIRD: 'NOT_CLASSIFIED',
};

function disagreementsToWire({ disagreements = [] }: FrozenCase): CaseWire['disagreements'] {
  return disagreements.map(({ field, values }) => ({
    field,
    values: values.map(({ source, value, at, isPredicted = false }) => ({
      source,
      value: field === 'side' ? (SIDE_WORDS[value] ?? value) : value,
      asOf: at,
      isPredicted,
    })),
  }));
}

export function caseToWire(row: ListedCase, frozen: FrozenCase, rulesVersion: number): CaseWire {
  const { known, classification } = frozen;
  return {
    processNumber: known.number,
    court: findCourt(known.number as CaseNumber)?.acronym ?? '',
    documents: known.documents,
    class: { code: known.classCode ?? 0, name: row.class_name ?? row.given_class ?? '' },
    side: classification.side,
    natures: naturesToWire(classification.natures),
    isActive: classification.isActive,
    hasRisk: classification.reasons.length > 0,
    keys: listKeys(row.keys),
    value: known.value ?? '',
    filedOn: known.filedOn,
    movedOn: known.movedOn,
    fetchedAt: known.fetchedAt.toISOString(),
    reasons: reasonsToWire(classification.reasons, rulesVersion),
    disagreements: disagreementsToWire(frozen),
  };
}

// Changes as they are answered, in the shapes of schemas.ts.
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import { formatMoney } from '../../documents/money.ts';
import { createSummary, SUMMARY_KEYS } from '../analysis/index.ts';
import type { Snapshot } from '../analysis/index.ts';
import type { CaseState, ChangedCase } from './case-changes.ts';
import type { Compared, Debt, Holding, ItemChanges, Partner, Protest } from './finding-changes.ts';
import type { VerdictReason } from './rules.ts';
import type { ChangesWire } from './schemas.ts';

type CaseWire = ChangesWire['cases']['result'][number];
type Changes<W> = { compared: Compared; in: W[]; out: W[]; changed: { before: W; after: W }[] };

function stateToWire({ value, ...state }: CaseState): CaseWire['after'] {
  return { ...state, value: value ?? '' };
}

export function changedCaseToWire({ number, classCode, changes, before, after }: ChangedCase): CaseWire {
  return {
    processNumber: number,
    court: findCourt(number as CaseNumber)?.acronym ?? '',
    classCode: classCode ?? 0,
    changes: [...changes],
    before: before === null ? null : stateToWire(before),
    after: stateToWire(after),
  };
}

export function debtToWire(debt: Debt): ChangesWire['debts']['in'][number] {
  return {
    documentNumber: debt.document,
    register: debt.register,
    inscription: debt.inscription,
    state: debt.state,
    situation: debt.situation ?? '',
    registeredOn: debt.registeredOn,
    value: debt.value ?? '',
  };
}

export function protestToWire(protest: Protest): ChangesWire['protests']['in'][number] {
  return {
    documentNumber: protest.document,
    office: protest.office ?? '',
    city: protest.city ?? '',
    state: protest.state ?? '',
    protestedOn: protest.protestedOn,
    dueOn: protest.dueOn,
    value: protest.value ?? '',
  };
}

export function partnerToWire({
  kind,
  name,
  document,
  qualification,
  since,
}: Partner): ChangesWire['partners']['in'][number] {
  return {
    kind,
    name: name ?? '',
    documentNumber: document ?? '',
    qualification: qualification?.name ?? qualification?.code ?? '',
    since,
  };
}

export function holdingToWire({
  root,
  name,
  situation,
  qualification,
  since,
}: Holding): ChangesWire['companies']['in'][number] {
  return { root, name, situation, qualification: qualification?.name ?? qualification?.code ?? '', since };
}

export function changesToWire<T, W>(
  { compared, ...changes }: ItemChanges<T>,
  toWire: (item: T) => W,
): Changes<W> {
  return {
    compared,
    in: changes.in.map(toWire),
    out: changes.out.map(toWire),
    changed: changes.changed.map(({ before, after }) => ({ before: toWire(before), after: toWire(after) })),
  };
}

export function reasonToWire({
  rule,
  direction,
  ptBr,
  en,
  weight,
}: VerdictReason): ChangesWire['reasons'][number] {
  return {
    rule,
    direction,
    sentence: { 'pt-BR': ptBr, en },
    count: weight?.count ?? 0,
    value: formatMoney(weight?.cents ?? 0n),
  };
}

export function momentToWire({ analysisId, createdAt, frozen }: Snapshot): ChangesWire['before'] {
  return {
    userPlanConsumeAnalyticsId: analysisId,
    createdAt: createdAt.toISOString(),
    rulesVersion: frozen?.rulesVersion ?? 0,
  };
}

/** As the two analyses show them. */
export function metricsToWire(before: Snapshot, after: Snapshot): ChangesWire['metrics'] {
  const nothing = createSummary().toWire();
  const [old, present] = [before.summary ?? nothing, after.summary ?? nothing];
  return SUMMARY_KEYS.map((metric) => ({ metric, before: old[metric], after: present[metric] }));
}

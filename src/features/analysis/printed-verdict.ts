// The sentence that a report begins with, by rules: what was found and what was not looked at, never an opinion on credit.
import { formatMoney } from '../../documents/money.ts';
import { centsOf } from './case-value.ts';
import type { CheckedSource } from './ports.ts';
import type { PrintedInput, Tally } from './printed-input.ts';
import { countText } from './printed-words.ts';
import type { SummaryKey, SummaryWire } from './summary-keys.ts';

export type Tone = 'risk' | 'unsure' | 'clear';
export type PrintedVerdict = {
  readonly tone: Tone;
  readonly title: string;
  readonly found: string;
  readonly looked: string;
};

export type Part = 'cases' | 'debts' | 'protests';

/** A part without any source was not looked at either. */
export function isChecked(sources: readonly CheckedSource[], part: Part): boolean {
  return sources.some(
    ({ step, outcome }) => step === part && (outcome === 'FOUND' || outcome === 'NOTHING_FOUND'),
  );
}

export function partOf(key: SummaryKey): Part {
  if (key === 'RISK_PROTEST') return 'protests';
  return key === 'RISK_DEBTOR' ? 'debts' : 'cases';
}

/** Of all cases, whether they are still going on or not. */
export function riskOf({ IS_ACTIVE_WITH_RISK: active, IS_INACTIVE_WITH_RISK: inactive }: SummaryWire): Tally {
  return {
    count: active.totalProcess + inactive.totalProcess,
    value: formatMoney(centsOf(active.vltotalProcess) + centsOf(inactive.vltotalProcess)),
  };
}

const PARTS: readonly Part[] = ['cases', 'debts', 'protests'];
const NAMES: Readonly<Record<Part, string>> = {
  cases: 'processos',
  debts: 'dívida ativa',
  protests: 'protestos',
};

function countOf(summary: SummaryWire, part: Part): number {
  if (part === 'cases') return riskOf(summary).count;
  return (part === 'debts' ? summary.RISK_DEBTOR : summary.RISK_PROTEST).totalProcess;
}

function tellFound(summary: SummaryWire, part: Part): string {
  const count = countText(countOf(summary, part));
  if (part === 'cases') return `Processos com risco: ${count} de ${countText(summary.ALL.totalProcess)}.`;
  return part === 'debts' ? `Dívidas ativas em cobrança: ${count}.` : `Protestos em cartório: ${count}.`;
}

function tellLooked(missing: readonly Part[]): string {
  if (missing.length === 0) return 'Processos, dívida ativa e protestos foram verificados.';
  return `Não verificado: ${missing.map((part) => NAMES[part]).join(', ')}.`;
}

export function judge({ summary, sources }: Pick<PrintedInput, 'summary' | 'sources'>): PrintedVerdict {
  const checked = PARTS.filter((part) => isChecked(sources, part));
  const missing = PARTS.filter((part) => !checked.includes(part));
  const found = checked.map((part) => tellFound(summary, part)).join(' ');
  const told = { found, looked: tellLooked(missing) };
  if (checked.some((part) => countOf(summary, part) > 0)) {
    return { tone: 'risk', title: 'Há indicação de risco', ...told };
  }
  if (missing.length === 0) {
    return { tone: 'clear', title: 'Nada que indique risco foi encontrado', ...told };
  }
  return { tone: 'unsure', title: 'Sem indicação de risco, mas nem tudo foi verificado', ...told };
}

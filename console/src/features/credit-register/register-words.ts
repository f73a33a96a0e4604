// The register's own words are Portuguese, as the central bank defines them (Doc. 3040, annexes 1 and 3). Here they are in
// English; in Portuguese, and where there is no word for them, they stay as they came.
import type { Language } from '../../ui/language.ts';

const UNITS: Readonly<Record<string, string>> = { dias: 'days', meses: 'months' };

const SPANS: readonly (readonly [RegExp, (from: string, to: string) => string])[] = [
  [/^até (\d+) (dias|meses)$/, (from) => `up to ${from}`],
  [/^acima de (\d+) (dias|meses)$/, (from) => `over ${from}`],
  [/^(\d+) a (\d+) (dias|meses)$/, (from, to) => `${from} to ${to}`],
];

/** How far off or how long past a due date is. */
export function describeSpan(language: Language, description: string): string {
  if (language !== 'en') return description;
  if (description === 'prazo indeterminado') return 'no fixed term';
  for (const [pattern, write] of SPANS) {
    const [, from, ...rest] = pattern.exec(description) ?? [];
    const unit = UNITS[rest.at(-1) ?? ''];
    if (from !== undefined && unit !== undefined) return `${write(from, rest[0] ?? '')} ${unit}`;
  }
  return description;
}

/** By the first two digits of a modality. */
const DOMAINS: Readonly<Record<string, string>> = {
  '01': 'Advances to depositors',
  '02': 'Loans',
  '03': 'Discounted receivables',
  '04': 'Financing',
  '05': 'Export financing',
  '06': 'Import financing',
  '07': 'Financing with an intermediary',
  '08': 'Rural and agribusiness financing',
  '09': 'Real estate financing',
  '10': 'Financing of securities',
  '11': 'Infrastructure and development financing',
  '12': 'Leasing',
  '13': 'Other credits',
  '14': 'Operations between institutions',
  '15': 'Co-obligations',
  '18': 'Credit notes outside of the portfolio',
  '19': 'Limits',
  '20': 'Retained risk',
};

type Modality = { modality: string; description: string };

export function describeModality(language: Language, { modality, description }: Modality): string {
  return language === 'en' ? (DOMAINS[modality.slice(0, 2)] ?? description) : description;
}

// What the register's groups of situations mean for whoever asks.

export type DebtState = 'COLLECTING' | 'BENEFIT' | 'GUARANTEED' | 'SUSPENDED' | 'NEGOTIATING' | 'UNKNOWN';

/** How the group of those in collection begins, in lower case. */
export const COLLECTING_START = 'em cobran';

const STATES: readonly (readonly [string, DebtState])[] = [
  [COLLECTING_START, 'COLLECTING'],
  ['benef', 'BENEFIT'],
  ['garantia', 'GUARANTEED'],
  ['suspens', 'SUSPENDED'],
  ['em negocia', 'NEGOTIATING'],
];

/** By the first letters: the accents behind them are not always right. */
export function debtStateOf(situationKind: string | null): DebtState {
  const text = situationKind?.trim().toLowerCase() ?? '';
  return STATES.find(([start]) => text.startsWith(start))?.[1] ?? 'UNKNOWN';
}

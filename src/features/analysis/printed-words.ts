// Numbers, money, times and ages as people in Brazil write them.
const DAY_MS = 86_400_000;

const COUNTS = new Intl.NumberFormat('pt-BR', { useGrouping: 'always' });
const AMOUNTS = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
});
const MOMENTS = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

const DAYS = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });

export const countText = (count: number): string => COUNTS.format(count);

/** Of decimal text, which is read digit by digit: no sum is too long for it. */
export const moneyText = (value: string): string =>
  `R$ ${AMOUNTS.format(value as Intl.StringNumericLiteral)}`;

export const momentText = (at: Date): string => MOMENTS.format(at).replace(', ', ' às ');

export const dayText = (at: Date): string => DAYS.format(at);

export function ageText(importedAt: Date | null, now: Date): string {
  if (importedAt === null) return 'nunca importada';
  const days = Math.max(0, Math.floor((now.getTime() - importedAt.getTime()) / DAY_MS));
  return days === 0 ? 'de hoje' : days === 1 ? 'há 1 dia' : `há ${days} dias`;
}

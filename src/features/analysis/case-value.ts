// The value of a case as whole cents. Sums and comparisons are of these: a binary fraction never holds an amount.
import { isFault } from '../../documents/fault.ts';
import { parseMoney } from '../../documents/money.ts';

const AMOUNT = /^\d+\.\d\d$/;

/** `1234567.89`, as the registry keeps it. Asked for once in every case of a dossier, hence the short way. */
export function centsOf(value: string): bigint {
  if (AMOUNT.test(value)) return BigInt(value.slice(0, -3) + value.slice(-2));
  const cents = parseMoney(value);
  if (isFault(cents)) throw new Error('the value of a case is no amount');
  return cents;
}

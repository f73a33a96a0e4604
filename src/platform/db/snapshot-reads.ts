// In one snapshot the same question has the same answer, so it is put once, whoever asks and how often.
import type { Transaction } from './run-transaction.ts';

/**
 * For a transaction that only reads and sees one moment throughout (repeatable read); in any other the second answer could
 * differ. Rows are shared by those who asked, so nobody changes them.
 */
export function rememberReads(tx: Transaction): Transaction {
  const answers = new Map<string, Promise<unknown>>();
  return {
    ...tx,
    prepared: (name, sql, values) => {
      const question = `${name} ${JSON.stringify(values)}`;
      const known = answers.get(question) ?? tx.prepared(name, sql, values);
      answers.set(question, known);
      return known as ReturnType<typeof tx.prepared<never>>;
    },
  };
}

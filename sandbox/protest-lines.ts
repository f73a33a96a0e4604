// Notary protests, one JSON document for each line.

export type ProtestLine = {
  key: string;
  document: string;
  office: { name: string; city: string; state: string };
  protestedOn: string;
  dueOn: string | null;
  /** Null where the office hides it. */
  value: string | null;
  kind: string;
  presenter: string;
  creditor: string;
  state: 'LIVE' | 'CANCELLED' | 'PAID';
  updatedAt: string;
};

export function protestLine(protest: ProtestLine): string {
  return `${JSON.stringify(protest)}\n`;
}

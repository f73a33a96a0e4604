// The documents of a list that somebody pasted or took from a file. All lines are sent, wrong ones too: which of them hold
// nothing to analyse is for the server to say.
import { holdsDocument, readRows } from '../../ui/pasted-rows.ts';

export type PastedDocument = {
  /** In the text. */
  readonly line: number;
  /** As it was written. */
  readonly text: string;
  readonly isValid: boolean;
};

export function readPastedDocuments(pasted: string): PastedDocument[] {
  const { documentAt, rows } = readRows(pasted);
  return rows.map(({ line, cells }) => {
    const text = cells[documentAt] ?? cells.find(holdsDocument) ?? cells.find((cell) => cell !== '') ?? '';
    return { line, text, isValid: holdsDocument(text) };
  });
}

export type RefusedLine = { readonly line: number; readonly fault: 'document' | 'twice' };

/** By their lines in the text; the server counts what it was sent. */
export function placeRefused(
  sent: readonly PastedDocument[],
  refused: readonly { readonly line: number }[],
): RefusedLine[] {
  return refused.flatMap(({ line }) => {
    const document = sent[line - 1];
    return document === undefined
      ? []
      : [{ line: document.line, fault: document.isValid ? 'twice' : 'document' }];
  });
}

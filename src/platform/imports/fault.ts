// Why an import ends without its data being served. The message is a whole sentence that tells the operator what to do.

export type FaultKind =
  /** What was asked for makes no sense; nothing was begun. */
  | 'usage'
  /** Another import of the source is under way. */
  | 'conflict'
  /** The files are not what they should be. What was staged is thrown away. */
  | 'refused'
  /** Something around it failed. What was staged is kept, and the same command goes on from there. */
  | 'failed';

export class ImportFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.kind = kind;
  }
}

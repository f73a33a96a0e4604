// How an answer becomes a reading: valid JSON, of the shape the connector declares, about the document that was asked
// for, and only then handed to the connector's mapper. An answer that fails any of these is refused as a whole.
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseStrictJson } from '../http/strict-json.ts';
import { CallFailure } from './call-failure.ts';
import type { FaultCode, Fault, Meta, Ticket } from './outcome.ts';

/** What an answer itself tells about its worth. */
export type Facts = Partial<
  Pick<Meta, 'vendorRef' | 'sourceAsOf' | 'freshness' | 'complete' | 'coverage' | 'warnings'>
>;

export type VendorFault = {
  readonly code: FaultCode;
  readonly text: string;
  readonly vendorCode?: string;
  readonly retry?: Fault['retry'];
  readonly maybeBilled?: boolean;
};

export type Reading<T> =
  | { readonly kind: 'ready'; readonly value: T; readonly facts?: Facts }
  | { readonly kind: 'empty'; readonly facts?: Facts }
  | {
      readonly kind: 'pending';
      readonly ticket: Ticket;
      readonly checkAfterMs: number;
      readonly facts?: Facts;
    }
  | { readonly kind: 'failed'; readonly fault: VendorFault };

export type AnswerReader<T> = (bytes: Uint8Array, status: number) => Reading<T>;

/** A value in an otherwise well-formed answer that cannot be what it stands for; names the field, never the value. */
export class UnreadableValue extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`${field} cannot be read`);
    this.field = field;
  }
}

export const SUBJECT_MISMATCH = 'SUBJECT_MISMATCH';

// Far above what any of the sources sends, far below what it takes to stall the process.
const ANSWER_LIMITS = { depth: 24, keys: 200_000 };

function refuse(vendorCode: string, text: string, status: number, bytes: number): CallFailure {
  return new CallFailure('BAD_SHAPE', text, { sent: 'ANSWERED', vendorCode, status, bytes });
}

function parse(bytes: Uint8Array, status: number): unknown {
  try {
    return parseStrictJson(bytes, ANSWER_LIMITS);
  } catch {
    throw refuse('JSON', 'The answer is not valid JSON', status, bytes.length);
  }
}

type Meaning<Body, T> = {
  /** Whether the answer is about what was asked; null where it names nobody, as an error does. */
  isAbout: ((body: Body) => boolean) | null;
  read(body: Body): Reading<T>;
};

/** Compiled once for a connector; what it returns is made for each call. */
export function defineAnswer<Schema extends TSchema>(
  schema: Schema,
): <T>(meaning: Meaning<Static<Schema>, T>) => AnswerReader<T> {
  const validator = Compile(schema);
  return ({ isAbout, read }) =>
    (bytes, status) => {
      const body = parse(bytes, status);
      if (!validator.Check(body)) {
        throw refuse('SCHEMA', 'The answer is not of the shape that was agreed', status, bytes.length);
      }
      if (isAbout !== null && !isAbout(body)) {
        throw refuse(SUBJECT_MISMATCH, 'The answer is about another document', status, bytes.length);
      }
      try {
        return read(body);
      } catch (error) {
        const text = error instanceof UnreadableValue ? error.message : 'The answer cannot be understood';
        throw refuse('VALUE', text, status, bytes.length);
      }
    };
}

// The id that names a request in its answer and in every line of the log.
import { newRequestId } from '../ids.ts';

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;
/** A CPF, CNPJ or process number without its punctuation. */
const LIKE_A_DOCUMENT = /^(?:\d{9,14}|\d{20}|[0-9A-Z]{12}\d{2})$/i;
const HOLDS_A_DOCUMENT = /(?<![0-9A-Z])(?:\d{11}|\d{14}|\d{3}\.\d{3}\.\d{3}-\d{2})(?![0-9A-Z])/i;

/** A caller's id that looks like a document, or has one between other words, would put it into the log. */
export function requestIdFrom(given: string | string[] | undefined): string {
  if (typeof given !== 'string' || !WELL_FORMED.test(given) || HOLDS_A_DOCUMENT.test(given)) {
    return newRequestId();
  }
  return LIKE_A_DOCUMENT.test(given.replace(/[._-]/g, '')) ? newRequestId() : given;
}

// The id that names a request in its answer and in every line of the log.
import { newRequestId } from '../ids.ts';

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A CPF, CNPJ or process number, bare or in its usual punctuation, on its own or between other words. */
const HELD_DOCUMENTS = [
  // 11, 14 or 20 digits.
  /(?<!\d)\d{11}(?:\d{3}(?:\d{6})?)?(?!\d)/,
  /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/,
  /(?<![0-9A-Z])(?:[0-9A-Z]{12}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}[._-][0-9A-Z]{4}-)\d{2}(?![0-9A-Z])/i,
  /(?<!\d)\d{7}-\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}(?!\d)/,
];
/** What is left of a document that was punctuated in some other way. */
const BARE_DOCUMENT = /^(?:\d{9,14}|\d{20}|[0-9A-Z]{12}\d{2})$/i;

/** A caller's id that is, or holds, what looks like a document would put it into the log. */
export function requestIdFrom(given: string | string[] | undefined): string {
  if (typeof given !== 'string' || !WELL_FORMED.test(given)) {
    return newRequestId();
  }
  const isDocument =
    HELD_DOCUMENTS.some((pattern) => pattern.test(given)) || BARE_DOCUMENT.test(given.replace(/[._-]/g, ''));
  return isDocument && !UUID.test(given) ? newRequestId() : given;
}

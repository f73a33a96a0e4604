// What an error of the connection means for a call: how far the request got, and whether the source is down, slow,
// refuses us, or talks nonsense. Matched by code, as undici advises.
import { CallFailure } from './call-failure.ts';
import { ADDRESS_REFUSED } from './guarded-connector.ts';

/** Nothing was sent yet when one of these happens. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TIMED_OUT = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT', 'ABORT_ERR']);
const NOT_HTTP =
  /^(?:HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_|ERR_BROTLI|ERR__ERROR_)/;
/** The other side did not want our certificate, or wanted one that we do not have. */
const CERTIFICATE_REFUSED = /^ERR_SSL_.*ALERT/;
/** We did not want theirs: OpenSSL's words for it, and Node's own for a wrong name. */
const CERTIFICATE_DISTRUSTED = /CERT|SIGNATURE|ISSUER|^ERR_TLS_/;

function codeOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  if (typeof code === 'string' && code !== 'UND_ERR_SOCKET') {
    return code;
  }
  // Some of them come without a code.
  if (name === 'HTTPParserError') {
    return 'HPE_INVALID';
  }
  if (cause !== undefined) {
    return codeOf(cause);
  }
  return name === 'AbortError' || name === 'TimeoutError' ? 'ABORT_ERR' : 'UND_ERR_SOCKET';
}

export function describeConnectionFault(error: unknown, status: number | undefined): CallFailure {
  const code = codeOf(error);
  const answered = status === undefined ? {} : { status };
  if (code === ADDRESS_REFUSED) {
    return new CallFailure('UPSTREAM', 'The source leads to an address that is not called', {
      sent: 'NO',
      vendorCode: ADDRESS_REFUSED,
    });
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return new CallFailure('UPSTREAM', 'The question cannot be written as HTTP', {
      sent: 'NO',
      vendorCode: code,
    });
  }
  if (NOT_CONNECTED.has(code)) {
    return new CallFailure('SOURCE_DOWN', 'The source cannot be reached', { sent: 'NO', vendorCode: code });
  }
  if (TIMED_OUT.has(code) || code === 'UND_ERR_ABORTED') {
    return new CallFailure('TIMEOUT', 'The source did not answer in time', { sent: 'MAYBE', ...answered });
  }
  if (CERTIFICATE_REFUSED.test(code)) {
    return new CallFailure('AUTH', 'The source refuses our certificate', { sent: 'NO', vendorCode: code });
  }
  if (CERTIFICATE_DISTRUSTED.test(code)) {
    return new CallFailure('UPSTREAM', 'The certificate of the source is not trusted', {
      sent: 'NO',
      vendorCode: code,
    });
  }
  if (NOT_HTTP.test(code)) {
    return new CallFailure('BAD_SHAPE', 'The answer is not valid HTTP', { sent: 'ANSWERED', ...answered });
  }
  if (status !== undefined) {
    return new CallFailure('BAD_SHAPE', 'The answer ends in the middle', {
      sent: 'ANSWERED',
      vendorCode: 'TRUNCATED',
      status,
    });
  }
  return new CallFailure('SOURCE_DOWN', 'The source broke the connection', { sent: 'MAYBE' });
}

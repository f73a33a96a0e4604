// Signature Version 4 of AWS, which every S3-compatible store checks: over method, path, query, headers, the hash of the
// body and the minute. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, seen 2026-11.
import { createHash, createHmac } from 'node:crypto';

export type SigningKeys = { readonly keyId: string; readonly secretKey: string; readonly region: string };

export type SignableRequest = {
  readonly method: string;
  readonly host: string;
  /** From the root, every segment encoded as `encodeKey` does. */
  readonly path: string;
  /** Sorted and encoded already; empty for none. */
  readonly query: string;
  /** Signed beside the host; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** In hexadecimal. */
  readonly bodySha256: string;
  readonly at: Date;
};

const ALGORITHM = 'AWS4-HMAC-SHA256';
export const EMPTY_SHA256 = createHash('sha256').digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** RFC 3986, which is stricter than encodeURIComponent; slashes between segments stay. */
export function encodeKey(key: string): string {
  return key
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}

/** The headers to send: those of the request and the signature's own. */
export function signRequest(request: SignableRequest, keys: SigningKeys): Record<string, string> {
  const stamp = request.at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const own = { 'x-amz-content-sha256': request.bodySha256, 'x-amz-date': stamp };
  const signed = Object.entries({ ...request.headers, ...own, host: request.host }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    request.method,
    request.path,
    request.query,
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    request.bodySha256,
  ].join('\n');
  const scope = `${day}/${keys.region}/s3/aws4_request`;
  const text = [ALGORITHM, stamp, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = ['s3', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(hmac(`AWS4${keys.secretKey}`, day), keys.region),
  );
  const signature = hmac(key, text).toString('hex');
  const authorization = `${ALGORITHM} Credential=${keys.keyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...request.headers, ...own, authorization };
}

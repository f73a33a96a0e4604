import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { EMPTY_SHA256, encodeKey, signRequest } from './aws-signature.ts';

// The worked examples of "Authenticating Requests (AWS Signature Version 4)" in Amazon's S3 API reference.
const KEYS = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const common = {
  host: 'examplebucket.s3.amazonaws.com',
  query: '',
  bodySha256: EMPTY_SHA256,
  at: new Date('2013-05-24T00:00:00Z'),
};
const signatureOf = (headers: Record<string, string>): string | undefined =>
  headers['authorization']?.split('Signature=')[1];

describe('a signature of a request', () => {
  it('is that of Amazon’s example of GET', () => {
    const headers = signRequest(
      { ...common, method: 'GET', path: '/test.txt', headers: { range: 'bytes=0-9' } },
      KEYS,
    );
    assert.equal(signatureOf(headers), 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
    assert.match(
      headers['authorization'] ?? '',
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,/,
    );
  });

  it('is that of Amazon’s example of PUT, with a body and a key that is encoded', () => {
    const request = {
      ...common,
      method: 'PUT',
      path: `/${encodeKey('test$file.text')}`,
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      bodySha256: createHash('sha256').update('Welcome to Amazon S3.').digest('hex'),
    };
    assert.equal(
      signatureOf(signRequest(request, KEYS)),
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    );
  });

  it('is that of Amazon’s examples with a query', () => {
    const sign = (query: string): string | undefined =>
      signatureOf(signRequest({ ...common, method: 'GET', path: '/', query, headers: {} }, KEYS));
    assert.equal(sign('lifecycle='), 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543');
    assert.equal(
      sign('max-keys=2&prefix=J'),
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });
});

describe('a key in a path', () => {
  it('is encoded as RFC 3986 says, its slashes kept', () => {
    assert.equal(encodeKey("a b/c!'()*~-._ç"), 'a%20b/c%21%27%28%29%2A~-._%C3%A7');
  });
});

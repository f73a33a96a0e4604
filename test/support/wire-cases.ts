// Requests as bytes that a strict server refuses, or reads in exactly one way. Each is followed on the same connection
// by a request whose answer is known, so that an answer to the wrong request shows.

export type WireCase = {
  name: string;
  bytes: string;
  /** What the first answer may be; an empty list means that the connection is closed without one. */
  statuses: readonly number[];
  /** Whether the connection goes on, so that the request behind is answered next. */
  goesOn: boolean;
};

const LIVE = '/health/live';
const BODY = '/v1/probe/body';
const SMUGGLED = 'GET /v1/probe/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';

const request = (method: string, path: string, lines: readonly string[], body = ''): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: a', ...lines, '', body].join('\r\n');
const get = (...lines: string[]): string => request('GET', LIVE, lines);
const post = (lines: readonly string[], body: string): string =>
  request('POST', BODY, ['Content-Type: application/json', ...lines], body);
const chunked = (body: string, ...lines: string[]): string =>
  post([...lines, 'Transfer-Encoding: chunked'], body);
const whole = '2\r\n{}\r\n0\r\n\r\n';

type Row = readonly [name: string, bytes: string];

/** 400 (or what is named) and the connection closed. */
const REFUSED: readonly Row[] = [
  // Two ways to tell where the body ends.
  ['content length and chunked', chunked(whole, 'Content-Length: 4')],
  ['chunked and content length', post(['Transfer-Encoding: chunked', 'Content-Length: 12'], whole)],
  ['content length 0 and chunked', chunked(`0\r\n\r\n${SMUGGLED}`, 'Content-Length: 0')],
  ['content length twice, different', post(['Content-Length: 2', 'Content-Length: 40'], `{}${SMUGGLED}`)],
  ['content length twice, equal', post(['Content-Length: 2', 'Content-Length: 2'], '{}')],
  ['content length as a list', post(['Content-Length: 2, 2'], '{}')],
  ['content length with a plus', post(['Content-Length: +2'], '{}')],
  ['content length negative', post(['Content-Length: -2'], '{}')],
  ['content length hexadecimal', post(['Content-Length: 0x2'], '{}')],
  ['content length with a fraction', post(['Content-Length: 2.0'], '{}')],
  ['content length with letters', post(['Content-Length: two'], '{}')],
  ['content length with a blank inside', post(['Content-Length: 1 2'], '{}')],
  ['content length of full-width digits', post(['Content-Length: \u00b2'], '{}')],
  ['content length beyond 64 bits', post(['Content-Length: 99999999999999999999999'], '{}')],
  ['content length empty', post(['Content-Length: '], '{}')],
  ['chunked twice', post(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], whole)],
  ['chunked, then identity', post(['Transfer-Encoding: chunked, identity'], whole)],
  [
    'identity, then chunked in another header',
    post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], whole),
  ],
  ['transfer encoding unknown', post(['Transfer-Encoding: xchunked'], whole)],
  ['transfer encoding with quotes', post(['Transfer-Encoding: "chunked"'], whole)],
  ['transfer encoding with a vertical tab', post(['Transfer-Encoding: \u000bchunked'], whole)],
  ['transfer encoding empty', post(['Transfer-Encoding: '], whole)],
  ['transfer encoding identity', post(['Transfer-Encoding: identity'], '{}')],
  ['transfer encoding with a NUL', post(['Transfer-Encoding: chunked\0'], whole)],
  ['transfer encoding behind a blank', post(['Transfer-Encoding : chunked'], whole)],
  ['transfer encoding folded', post(['Transfer-Encoding:\r\n chunked'], whole)],
  // Chunks.
  ['chunk size empty', chunked('\r\n{}\r\n0\r\n\r\n')],
  ['chunk size not hexadecimal', chunked('zz\r\n{}\r\n0\r\n\r\n')],
  ['chunk size with 0x', chunked('0x2\r\n{}\r\n0\r\n\r\n')],
  ['chunk size negative', chunked('-2\r\n{}\r\n0\r\n\r\n')],
  ['chunk size with a plus', chunked('+2\r\n{}\r\n0\r\n\r\n')],
  ['chunk size beyond 64 bits', chunked('fffffffffffffffff\r\n{}\r\n0\r\n\r\n')],
  ['chunk size behind a blank', chunked(' 2\r\n{}\r\n0\r\n\r\n')],
  ['chunk shorter than its size', chunked('4\r\n{}\r\n0\r\n\r\n')],
  ['chunk longer than its size', chunked('1\r\n{}\r\n0\r\n\r\n')],
  ['chunk ended by LF alone', chunked('2\n{}\n0\n\n')],
  ['chunk size ended by CR alone', chunked('2\r{}\r\n0\r\n\r\n')],
  ['chunk extension with a line feed', chunked('2;a=\nb\r\n{}\r\n0\r\n\r\n')],
  ['chunk extension without end', chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)],
  ['trailer without end', chunked(`2\r\n{}\r\n0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)],
  [
    'trailer that would be a header',
    chunked('2\r\n{}\r\n0\r\nContent-Length: 40\r\nAuthorization: x\r\n\r\n'),
  ],
  ['trailer broken', chunked('2\r\n{}\r\n0\r\nX y\r\n\r\n')],
  // Header lines.
  ['header line ended by LF alone', `GET ${LIVE} HTTP/1.1\nHost: a\n\n`],
  ['one header line ended by LF alone', `GET ${LIVE} HTTP/1.1\r\nHost: a\nX: y\r\n\r\n`],
  ['header line ended by CR alone', `GET ${LIVE} HTTP/1.1\r\nHost: a\rX: y\r\n\r\n`],
  ['blank before the colon', get('X : y')],
  ['tab before the colon', get('X\t: y')],
  ['header without a colon', get('X')],
  ['header without a name', get(': y')],
  ['header name with a blank', get('X Y: z')],
  ['header name with a slash', get('X/Y: z')],
  ['header name with a control character', get('X\u0001: y')],
  ['header name beyond ASCII', get('X\u00e9: y')],
  ['header value with a NUL', get('X: a\0b')],
  ['header value with a bell', get('X: a\u0007b')],
  ['header value with a carriage return', get('X: a\rb')],
  ['folded header', get('X: a', ' b')],
  ['folded header with a tab', get('X: a', '\tb')],
  ['folded first line', `GET ${LIVE} HTTP/1.1\r\n Host: a\r\n\r\n`],
  ['folded host', `GET ${LIVE} HTTP/1.1\r\nHost:\r\n a\r\n\r\n`],
  ['no host', `GET ${LIVE} HTTP/1.1\r\n\r\n`],
  ['two hosts', get('Host: b')],
  ['the same host twice', get('Host: a')],
  ['two hosts in another case', get('hOST: b')],
  ['two content types', post(['Content-Type: text/plain', 'Content-Length: 2'], '{}')],
  // Request lines.
  ['HTTP/0.9', `GET ${LIVE}\r\n\r\n`],
  ['HTTP/0.9 by number', `GET ${LIVE} HTTP/0.9\r\n\r\n`],
  ['HTTP/1.2', `GET ${LIVE} HTTP/1.2\r\nHost: a\r\n\r\n`],
  ['HTTP/2.0', `GET ${LIVE} HTTP/2.0\r\nHost: a\r\n\r\n`],
  ['HTTP/3', `GET ${LIVE} HTTP/3\r\nHost: a\r\n\r\n`],
  ['HTTP/1', `GET ${LIVE} HTTP/1\r\nHost: a\r\n\r\n`],
  ['HTTP/01.1', `GET ${LIVE} HTTP/01.1\r\nHost: a\r\n\r\n`],
  ['HTTP/1.10', `GET ${LIVE} HTTP/1.10\r\nHost: a\r\n\r\n`],
  ['http/1.1 in lower case', `GET ${LIVE} http/1.1\r\nHost: a\r\n\r\n`],
  ['a word behind the version', `GET ${LIVE} HTTP/1.1 x\r\nHost: a\r\n\r\n`],
  ['blank in the address', `GET ${LIVE} x HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['NUL in the address', `GET ${LIVE}\0 HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['no address', 'GET HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['no method', `${LIVE} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['method in lower case', `get ${LIVE} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['method unknown', `JEFF ${LIVE} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['method behind a blank', ` GET ${LIVE} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['method with a NUL', `G\0ET ${LIVE} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS client hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(200, '\x5a')],
  ['an SSH banner', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['a mail greeting', 'EHLO a\r\n\r\n'],
  ['bytes without sense', '\xff\xfe\xfd\xfc\r\n\r\n'],
  ['NULs', '\0\0\0\0\r\n\r\n'],
  ['an expectation that nobody knows', get('Expect: a-miracle')],
];

/** Read in one way, and the request behind is answered after it. */
const TAKEN: readonly (readonly [name: string, bytes: string, status: number])[] = [
  ['a plain request', get(), 200],
  ['empty lines before the request', `\r\n\r\n${get()}`, 200],
  ['the absolute form', `GET http://a${LIVE} HTTP/1.1\r\nHost: a\r\n\r\n`, 200],
  [
    'the absolute form of another host',
    `GET http://elsewhere.example${LIVE} HTTP/1.1\r\nHost: a\r\n\r\n`,
    200,
  ],
  ['a fragment', `GET ${LIVE}#x HTTP/1.1\r\nHost: a\r\n\r\n`, 200],
  ['a hundred headers', get(...Array.from({ length: 100 }, (_, index) => `X-${index}: y`)), 200],
  ['an empty header', get('X:'), 200],
  ['Latin-1 in a header', get('X: \u00e9'), 200],
  ['a whole chunked body', chunked(whole), 200],
  ['upper-case chunked', post(['Transfer-Encoding: CHUNKED'], whole), 200],
  ['chunks of one byte', chunked('1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'), 200],
  ['chunk size with zeros before', chunked('0002\r\n{}\r\n000\r\n\r\n'), 200],
  ['a chunk extension', chunked('2;name=value\r\n{}\r\n0\r\n\r\n'), 200],
  ['a trailer', chunked('2\r\n{}\r\n0\r\nX-Checksum: 1\r\n\r\n'), 200],
  ['a body on GET', request('GET', LIVE, [`Content-Length: ${SMUGGLED.length}`], SMUGGLED), 200],
  [
    'a chunked body on GET',
    request(
      'GET',
      LIVE,
      ['Transfer-Encoding: chunked'],
      `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`,
    ),
    200,
  ],
  [
    'a request in a body of another type',
    request('POST', BODY, ['Content-Type: text/plain', `Content-Length: ${SMUGGLED.length}`], SMUGGLED),
    415,
  ],
  [
    'a request in a body without a credential',
    request('POST', '/v1/logout', [`Content-Length: ${SMUGGLED.length}`], SMUGGLED),
    401,
  ],
  [
    'a request in a body of an unknown path',
    request('POST', '/nowhere', [`Content-Length: ${SMUGGLED.length}`], SMUGGLED),
    404,
  ],
  [
    'a request in a body of a wrong method',
    request('PATCH', LIVE, [`Content-Length: ${SMUGGLED.length}`], SMUGGLED),
    405,
  ],
  ['an address that cannot be decoded', `GET /v1/sessions/%zz HTTP/1.1\r\nHost: a\r\n\r\n`, 400],
  ['OPTIONS for the whole server', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 404],
  ['TRACE', `TRACE ${LIVE} HTTP/1.1\r\nHost: a\r\nCookie: secret\r\n\r\n`, 405],
];

export const wireCases: readonly WireCase[] = [
  ...REFUSED.map(([name, bytes]) => ({ name, bytes, statuses: [400, 413, 431, 501], goesOn: false })),
  ...TAKEN.map(([name, bytes, status]) => ({ name, bytes, statuses: [status], goesOn: true })),
  {
    name: 'too many bytes of headers',
    bytes: get(`X: ${'a'.repeat(17_000)}`),
    statuses: [431],
    goesOn: false,
  },
  {
    name: 'an address beyond all headers',
    bytes: `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    statuses: [431],
    goesOn: false,
  },
  {
    name: 'ten thousand headers',
    bytes: get(...Array.from({ length: 10_000 }, () => 'X: y')),
    statuses: [431],
    goesOn: false,
  },
  ...['/v1/logout', '/nowhere', '/health/live'].map((path) => ({
    name: `broken chunks for ${path}, which is answered before they come`,
    bytes: request('POST', path, ['Transfer-Encoding: chunked'], 'zz\r\n'),
    statuses: [400, 401, 404, 405],
    goesOn: false,
  })),
  {
    name: 'a request in a broken body',
    bytes: post([`Content-Length: ${SMUGGLED.length}`], SMUGGLED),
    statuses: [400],
    goesOn: false,
  },
  {
    name: 'another protocol',
    bytes: `GET ${LIVE} RTSP/1.0\r\nHost: a\r\n\r\n`,
    statuses: [200, 400],
    goesOn: false,
  },
  // The parser loses what comes behind an upgrade, so the connection must end.
  {
    name: 'an upgrade to HTTP/2',
    bytes: get('Connection: Upgrade', 'Upgrade: h2c'),
    statuses: [200],
    goesOn: false,
  },
  {
    name: 'an upgrade to a web socket',
    bytes: get('Connection: Upgrade', 'Upgrade: websocket'),
    statuses: [200],
    goesOn: false,
  },
  { name: 'a tunnel', bytes: 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', statuses: [], goesOn: false },
  { name: 'HTTP/1.0', bytes: `GET ${LIVE} HTTP/1.0\r\n\r\n`, statuses: [200], goesOn: false },
  {
    name: 'HTTP/1.0 that would stay',
    bytes: `GET ${LIVE} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`,
    statuses: [200],
    goesOn: true,
  },
  { name: 'a request that closes', bytes: get('Connection: close'), statuses: [200], goesOn: false },
];

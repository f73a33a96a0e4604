// Turns a right request into one that is wrong, or odd, in one to four ways.
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { ProductRequest } from './product-requests.ts';

/** A request before it is put into bytes: fields as JSON texts, so that a key can come twice and a value be no JSON. */
export type Draft = {
  method: string;
  segments: string[];
  query: string;
  headers: Record<string, string>;
  fields: [name: string, json: string][];
  hasBody: boolean;
  /** Done to the finished text of the body. */
  spoil: (body: string) => string;
};

export type Mutation = (draft: Draft) => void;

const SWAPS = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1.5',
  '1e400',
  '""',
  '"x"',
  '[]',
  '[1]',
  '{}',
  '{"a":{"b":[]}}',
  '9007199254740993',
];
const NUMBERS = [
  '0',
  '1',
  '-0',
  '2147483648',
  '9007199254740991',
  '9007199254740992',
  '3650',
  '3651',
  '1e3',
  '7.0',
  '0.1',
  '-9223372036854775808',
];
const PADS = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\u00a0',
  '\u200b',
  '\u200d',
  '\u202e',
  '\ufeff',
  '\u0000',
  '\u0001',
  '\u001f',
  '\u007f',
  '\ud800',
  '\u2028',
  '𝕏',
  '‮',
];
const INJECTIONS = [
  "' or '1'='1",
  "'; drop table farol.users; --",
  '" or ""="',
  '1; select pg_sleep(5)',
  "\\'; --",
  '*)(uid=*))(|(uid=*',
  '$(id)',
  '`id`',
  '; cat /etc/passwd',
  '| id',
  '&& id',
  '${jndi:ldap://127.0.0.1/x}',
  '{{7*7}}',
  '#{7*7}',
  '<%= 7*7 %>',
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '..\\..\\x',
  '%2e%2e%2f',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  '=cmd|x',
  '@SUM(1)',
  '\r\nX-Injected: 1',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'undefined',
  'null',
  'true',
  '%00',
  '%s%s%n',
  'ﷺ',
  'İ',
  'ß',
  '52998224725',
];
const TYPES = [
  'text/plain',
  'application/json;charset=utf-16',
  'application/xml',
  ' application/json',
  'multipart/form-data; boundary=x',
  '',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const BEARERS = ['', 'Bearer', 'Bearer x', 'Basic eDp5', 'Bearer a.b.c', `Bearer ${'a'.repeat(5000)}`];

const pick = (values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values);
const place = fc.nat(9);

const atField =
  (index: number, change: (json: string) => string): Mutation =>
  ({ fields }) => {
    const field = fields[index % Math.max(1, fields.length)];
    if (field !== undefined) {
      field[1] = change(field[1]);
    }
  };

const atSegment =
  (index: number, change: (text: string) => string): Mutation =>
  (draft) => {
    // Three times in four a parameter, where the address has one.
    const parameters = draft.segments.flatMap((segment, at) =>
      /^\d|^$/.test(segment) && at > 0 ? [at] : [],
    );
    const any = 1 + (index % Math.max(1, draft.segments.length - 1));
    const at = index % 4 === 0 ? any : (parameters[index % Math.max(1, parameters.length)] ?? any);
    draft.segments[at] = change(draft.segments[at] ?? '');
  };

function insert(text: string, pad: string, where: number): string {
  const at = [0, text.length, Math.floor(text.length / 2)][where % 3] ?? 0;
  return text.slice(0, at) + pad + text.slice(at);
}

const inText = (json: string, change: (text: string) => string): string => {
  const value: unknown = JSON.parse(json);
  return JSON.stringify(change(typeof value === 'string' ? value : json));
};

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, pick(SWAPS)).map(([at, value]) => atField(at, () => value)),
  fc.tuple(place, pick(NUMBERS)).map(([at, value]) => atField(at, () => value)),
  fc
    .tuple(place, pick(PADS), place)
    .map(([at, pad, where]) => atField(at, (json) => inText(json, (text) => insert(text, pad, where)))),
  fc.tuple(place, pick(INJECTIONS)).map(([at, text]) => atField(at, () => JSON.stringify(text))),
  fc
    .tuple(place, pick(INJECTIONS))
    .map(([at, text]) => atField(at, (json) => inText(json, (given) => given + text))),
  fc
    .tuple(place, fc.constantFrom(201, 321, 1025, 20_000, 300_000))
    .map(([at, size]) => atField(at, () => JSON.stringify('x'.repeat(size)))),
  fc
    .tuple(place, fc.string({ unit: 'binary', maxLength: 40 }))
    .map(([at, text]) => atField(at, () => JSON.stringify(text))),
  place.map(
    (at): Mutation =>
      ({ fields }) =>
        void fields.splice(at % Math.max(1, fields.length), 1),
  ),
  place.map((at): Mutation => ({ fields }) => {
    const field = fields[at % Math.max(1, fields.length)];
    fields.push([field?.[0] ?? 'x', field?.[1] ?? '1']);
  }),
  fc
    .tuple(
      pick(['id', 'status', '__proto__', 'constructor', 'organizationId', 'Email', 'role ']),
      pick(SWAPS),
    )
    .map(
      ([name, json]): Mutation =>
        ({ fields }) =>
          void fields.push([name, json]),
    ),
  fc
    .tuple(place, pick([...NUMBERS, ...INJECTIONS, '', ' ', 'a'.repeat(257), '٧']))
    .map(([at, text]) => atSegment(at, () => text)),
  fc
    .tuple(place, pick(PADS), place)
    .map(([at, pad, where]) => atSegment(at, (text) => insert(text, pad, where))),
  fc
    .tuple(pick(['x', 'limit', 'access_token', '__proto__']), pick([...NUMBERS, ...INJECTIONS]))
    .map(([name, value]): Mutation => (draft) => {
      draft.query = `?${name}=${encodeURIComponent(value)}`;
    }),
  pick(TYPES).map(
    (type): Mutation =>
      ({ headers }) =>
        void (headers['content-type'] = type),
  ),
  pick(BEARERS).map(
    (value): Mutation =>
      ({ headers }) =>
        void (headers['authorization'] = value),
  ),
  pick(METHODS).map((method): Mutation => (draft) => {
    draft.method = method;
  }),
  fc.tuple(fc.nat(60), fc.nat(255)).map(([at, code]): Mutation => (draft) => {
    draft.spoil = (body) => body.slice(0, at) + String.fromCharCode(code) + body.slice(at + 1);
  }),
  fc.nat(80).map((length): Mutation => (draft) => {
    draft.spoil = (body) => body.slice(0, length);
  }),
);

export function draftOf(request: ProductRequest, token: string): Draft {
  const { method, url, payload, needs } = request;
  return {
    method,
    segments: url.split('/'),
    query: '',
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(needs === 'nothing' ? {} : { authorization: `Bearer ${token}` }),
    },
    fields: Object.entries(payload ?? {}).map(([name, value]) => [name, JSON.stringify(value)]),
    hasBody: payload !== undefined,
    spoil: (body) => body,
  };
}

export function toRequest(draft: Draft): InjectOptions & { method: string; url: string } {
  const path = draft.segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
  const body = draft.spoil(
    `{${draft.fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`,
  );
  const hasBody = draft.hasBody || draft.fields.length > 0;
  return {
    method: draft.method,
    url: `${path}${draft.query}`,
    headers: draft.headers,
    ...(hasBody ? { payload: body } : {}),
  };
}

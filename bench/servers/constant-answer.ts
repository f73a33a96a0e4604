// Makes an answer that is serialised by schema as large as the text it stands for.

/** The schema by which a framework serialises just this value. */
export function describeValue(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { type: 'array', items: describeValue(value[0] ?? null) };
  if (typeof value === 'object' && value !== null) {
    const properties = Object.entries(value).map(([name, item]) => [name, describeValue(item)]);
    return { type: 'object', properties: Object.fromEntries(properties) as Record<string, unknown> };
  }
  if (Number.isInteger(value)) return { type: 'integer' };
  return { type: value === null ? 'null' : typeof value };
}

/** The database puts spaces between a key and its value, a serialiser does not: a text of the value makes up for it. */
export function lengthenTo(value: Record<string, unknown>, bytes: number): Record<string, unknown> {
  const missing = bytes - Buffer.byteLength(JSON.stringify(value));
  const [name, text] = Object.entries(value).find(([, item]) => typeof item === 'string') ?? [];
  if (missing === 0) return value;
  if (missing < 0 || name === undefined) throw new RangeError('The answer cannot be lengthened');
  return { ...value, [name]: `${String(text)}${' '.repeat(missing)}` };
}

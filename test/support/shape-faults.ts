// What a client reads of an answer: which keys, and of which type. Anything missing, of another type, or added without a
// word is a fault.

const KINDS = {
  text: (value) => typeof value === 'string',
  /** Something must stand in it. */
  words: (value) => typeof value === 'string' && value !== '',
  integer: (value) => Number.isSafeInteger(value),
  flag: (value) => typeof value === 'boolean',
  money: (value) => typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value),
  moment: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value),
  localMoment: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value),
  brazilianMoment: (value) => typeof value === 'string' && /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/.test(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  /** Free within. */
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  nothing: (value) => value === null,
} satisfies Record<string, (value: unknown) => boolean>;

type Kind = keyof typeof KINDS;
export type Shape =
  | Kind
  | { readonly [key: string]: Shape }
  | { readonly listOf: Shape; readonly least: number }
  | { readonly orNull: Shape };

export const listOf = (item: Shape, least = 0): Shape => ({ listOf: item, least });
export const orNull = (shape: Shape): Shape => ({ orNull: shape });
/** The same shape under every name. */
export const under = <Name extends string>(names: readonly Name[], shape: Shape): Record<Name, Shape> =>
  Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>;

function isListShape(shape: object): shape is { listOf: Shape; least: number } {
  return 'listOf' in shape && 'least' in shape;
}

function findInObject(value: unknown, shape: Readonly<Record<string, Shape>>, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`];
  const added = Object.keys(value).filter((key) => !(key in shape));
  return [
    ...added.map((key) => `${path}.${key} is added`),
    ...Object.entries(shape).flatMap(([key, each]) =>
      key in value
        ? findShapeFaults((value as Record<string, unknown>)[key], each, `${path}.${key}`)
        : [`${path}.${key} is missing`],
    ),
  ];
}

/** Paths and what is wrong there; never the values, which are people's. */
export function findShapeFaults(value: unknown, shape: Shape, path = 'body'): string[] {
  if (typeof shape === 'string') return KINDS[shape](value) ? [] : [`${path} is no ${shape}`];
  if (isListShape(shape)) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    const short = value.length < shape.least ? [`${path} has fewer than ${shape.least}`] : [];
    return [
      ...short,
      ...value.flatMap((item, index) => findShapeFaults(item, shape.listOf, `${path}[${index}]`)),
    ];
  }
  if ('orNull' in shape) {
    return value === null ? [] : findShapeFaults(value, shape.orNull, path);
  }
  return findInObject(value, shape as Readonly<Record<string, Shape>>, path);
}

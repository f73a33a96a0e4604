// Finds values in bytes, in every way in which a value travels: as text of eight or sixteen bits, in hexadecimal, in base64
// at each of its three positions, and documents as people write them.

export type Haystack = { readonly name: string; readonly bytes: Buffer };
/** Where a value was found, and how it was written; never the value itself. */
export type Hit = { readonly place: string; readonly what: string; readonly encoding: string };
/** `what` tells the kind of value, such as `license`. */
export type ClearValue = { readonly what: string; readonly value: string };

type Needle = { text: string; what: string; encoding: string };

/** Shorter values would be found by chance. */
export const SHORTEST = 8;

/** The characters that depend on the value alone, wherever in a longer text it stands. */
function base64Core(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  return encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

function writeLikePeople(value: string): string {
  return value
    .replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    .replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5');
}

function encodingsOf({ what, value }: ClearValue): Needle[] {
  const small = Buffer.from(value, 'utf16le');
  const forms = [
    { form: 'utf8', bytes: Buffer.from(value) },
    { form: 'utf8', bytes: Buffer.from(writeLikePeople(value)) },
    { form: 'UTF-16', bytes: small },
    { form: 'UTF-16', bytes: Buffer.from(small).swap16() },
  ];
  return forms.flatMap(({ form, bytes }) => {
    const hex = bytes.toString('hex');
    const coded = [0, 1, 2].map((shift) => base64Core(bytes, shift));
    const written = [
      { encoding: form, texts: [bytes.toString('latin1')] },
      { encoding: `hex of ${form}`, texts: [hex, hex.toUpperCase()] },
      { encoding: `base64 of ${form}`, texts: coded },
    ];
    return written.flatMap(({ encoding, texts }) => texts.map((text) => ({ text, what, encoding })));
  });
}

/** One pass over the bytes however many values there are. */
export function createSearch(values: readonly ClearValue[]): (haystack: Haystack) => Hit[] {
  const short = values.filter(({ value }) => value.length < SHORTEST);
  if (short.length > 0)
    throw new RangeError(`too short to search for: ${short.map(({ what }) => what).join()}`);
  const needles = Map.groupBy(values.flatMap(encodingsOf), ({ text }) => text.slice(0, SHORTEST));
  const starts = new Uint8Array(65_536);
  for (const key of needles.keys()) starts[key.charCodeAt(0) * 256 + key.charCodeAt(1)] = 1;
  return ({ name, bytes }) => {
    const text = bytes.toString('latin1');
    const hits = new Map<string, Hit>();
    for (let at = 0; at + SHORTEST <= bytes.length; at += 1) {
      if (starts[(bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)] === 0) continue;
      for (const { text: needle, what, encoding } of needles.get(text.slice(at, at + SHORTEST)) ?? []) {
        if (text.startsWith(needle, at)) hits.set(`${what} ${encoding}`, { place: name, what, encoding });
      }
    }
    return [...hits.values()];
  };
}

// What a line holds and no column does, so that nothing a publisher gave is lost: the record's own fields by their name,
// those of its parts under the part's name and, for lists, the place in the file's list.
import { extrasOf } from '../../platform/json-lines/fields.ts';
import type { Fields } from '../../platform/json-lines/fields.ts';

export class Rest {
  #fields: Record<string, unknown> | null;

  constructor(extras: Fields | null) {
    this.#fields = extras;
  }

  keep(name: string, value: unknown): void {
    (this.#fields ??= {})[name] = value;
  }

  keepExtras(name: string, fields: Fields, known: ReadonlySet<string>): void {
    const extras = extrasOf(fields, known);
    if (extras !== null) this.keep(name, extras);
  }

  keepItemExtras(name: string, index: number, extras: Fields | null): void {
    if (extras === null) return;
    this.#fields ??= {};
    const items = (this.#fields[name] ??= {}) as Record<string, unknown>;
    items[String(index)] = { ...(items[String(index)] as Fields | undefined), ...extras };
  }

  value(): Record<string, unknown> | null {
    return this.#fields;
  }
}

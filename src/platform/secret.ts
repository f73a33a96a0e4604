import { inspect } from 'node:util';

/** What must never reach a log, an error text or a terminal: it prints as `***` on every path. */
export class Hidden<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }

  [inspect.custom](): string {
    return '***';
  }
}

/** A password, key or token. */
export class Secret extends Hidden<string> {}

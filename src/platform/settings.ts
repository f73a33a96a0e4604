// The kinds of setting that src/config.ts is made of: how a raw text becomes a typed value, and what is said when it cannot.
import { isIP } from 'node:net';
import { Secret } from './secret.ts';

export type Setting<T> = {
  readonly name: string;
  readonly kind: string;
  readonly sentence: string;
  /** What an unset variable stands for, as an operator would write it. */
  readonly fallback: string;
  readonly secret: boolean;
  parse(raw: string): T;
};

/** Carries only what is wrong with a value, never the value: it may be a secret. */
export class SettingFault extends Error {}

type Described = { name: string; sentence: string };

function setting<T>(
  described: Described,
  kind: string,
  fallback: string,
  parse: (raw: string) => T,
): Setting<T> {
  return { ...described, kind, fallback, secret: false, parse };
}

export function text(described: Described, fallback: string): Setting<string> {
  return setting(described, 'text', fallback, (raw) => raw);
}

export function integer(
  described: Described,
  fallback: number,
  range: { min: number; max: number },
): Setting<number> {
  return setting(described, `whole number, ${range.min} to ${range.max}`, String(fallback), (raw) => {
    const value = /^-?\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN;
    if (!(value >= range.min && value <= range.max)) {
      throw new SettingFault(`must be a whole number from ${range.min} to ${range.max}`);
    }
    return value;
  });
}

export function toggle(described: Described, fallback: boolean): Setting<boolean> {
  return setting(described, '`on` or `off`', fallback ? 'on' : 'off', (raw) => {
    if (raw !== 'on' && raw !== 'off') {
      throw new SettingFault('must be on or off');
    }
    return raw === 'on';
  });
}

export function choice<const T extends string>(
  described: Described,
  fallback: T,
  values: readonly T[],
): Setting<T> {
  const kind = values.map((value) => `\`${value}\``).join(', ');
  return setting(described, kind, fallback, (raw) => {
    const found = values.find((value) => value === raw);
    if (found === undefined) {
      throw new SettingFault(`must be one of ${values.join(', ')}`);
    }
    return found;
  });
}

/** Some of the values, separated by commas, each once; `none` for no value at all. */
export function choices<const T extends string>(
  described: Described,
  values: readonly T[],
): Setting<readonly T[]> {
  const kind = `\`none\`, or some of ${values.map((value) => `\`${value}\``).join(', ')}, separated by commas`;
  return setting(described, kind, 'none', (raw) => {
    if (raw.trim() === 'none') {
      return [];
    }
    const items = raw.split(',').map((item) => item.trim());
    const chosen = values.filter((value) => items.includes(value));
    if (chosen.length !== items.length) {
      throw new SettingFault(`must be none, or some of ${values.join(', ')}, separated by commas`);
    }
    return chosen;
  });
}

export function secret(described: Described): Setting<Secret | null> {
  return {
    ...described,
    kind: 'secret',
    fallback: '',
    secret: true,
    parse: (raw) => (raw === '' ? null : new Secret(raw)),
  };
}

export function webAddress(described: Described): Setting<string> {
  return setting(described, 'http or https address', '', (raw) => {
    if (raw === '') {
      return '';
    }
    const url = URL.parse(raw);
    if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
      throw new SettingFault('must be an http or https address without query and fragment');
    }
    return raw.replace(/\/$/, '');
  });
}

/** An address or a network such as `10.0.0.0/8`; the list is comma-separated. */
export function networks(described: Described): Setting<readonly string[]> {
  return setting(described, 'comma-separated addresses or networks', '', (raw) => {
    const items = raw.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]));
    for (const item of items) {
      const [address = '', bits = '0', ...rest] = item.split('/');
      const widest = isIP(address) === 4 ? 32 : 128;
      if (isIP(address) === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > widest) {
        throw new SettingFault('must be addresses or networks such as 10.0.0.0/8, separated by commas');
      }
    }
    return items;
  });
}

/** So many requests in a window of so many seconds. */
export type RatePolicy = { readonly quota: number; readonly windowSeconds: number };

export function ratePolicy(described: Described, fallback: string): Setting<RatePolicy> {
  return setting(described, 'requests/seconds', fallback, (raw) => {
    const match = /^(\d{1,9})\/(\d{1,6})$/.exec(raw);
    const quota = Number(match?.[1] ?? 0);
    const windowSeconds = Number(match?.[2] ?? 0);
    if (quota < 1 || windowSeconds < 1) {
      throw new SettingFault('must be written as requests/seconds, such as 1000/10');
    }
    return { quota, windowSeconds };
  });
}

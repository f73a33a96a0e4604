// What the tax registry said of the company at two times.
import { findRegistered } from '../analysis/index.ts';
import type { KeptFindings, Registered } from '../analysis/index.ts';
import type { Compared } from './finding-changes.ts';

export type RegistryField =
  | 'status'
  | 'name'
  | 'legalNature'
  | 'capital'
  | 'size'
  | 'isSimples'
  | 'isMei'
  | 'mainActivity'
  | 'establishments';

export type FieldChange = { readonly field: RegistryField; readonly before: string; readonly after: string };

export type RegistryChanges = {
  readonly compared: Compared;
  readonly before: string;
  readonly after: string;
  readonly changed: readonly FieldChange[];
};

const textOf = (value: string | number | boolean | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

const FIELDS: Readonly<Record<RegistryField, (registered: Registered) => string>> = {
  status: ({ status }) => status,
  name: ({ company }) => company.name,
  legalNature: ({ company }) => textOf(company.legalNature?.code),
  capital: ({ company }) => textOf(company.capital),
  size: ({ company }) => company.size,
  isSimples: ({ company }) => textOf(company.isSimples),
  isMei: ({ company }) => textOf(company.isMei),
  mainActivity: ({ company }) => textOf(company.headOffice?.mainActivity?.code),
  establishments: ({ company }) => textOf(company.establishments),
};

export function compareRegistered(before: KeptFindings, after: KeptFindings): RegistryChanges {
  const old = findRegistered(before.partners ?? []);
  const present = findRegistered(after.partners ?? []);
  const [from, to] = [old?.status ?? '', present?.status ?? ''];
  if (old === null || present === null) {
    return { compared: 'NOT_CHECKED', before: from, after: to, changed: [] };
  }
  const changed = (Object.keys(FIELDS) as RegistryField[]).flatMap((field) => {
    const change = { field, before: FIELDS[field](old), after: FIELDS[field](present) };
    return change.before === change.after ? [] : [change];
  });
  return { compared: 'COMPARED', before: from, after: to, changed };
}

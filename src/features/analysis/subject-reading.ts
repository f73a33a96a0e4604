// What the registry knows of a document beside its cases: the name, and what the tax registry says.
import type { Cnpj } from '../../documents/cnpj.ts';
import { cnpjRoot } from '../../documents/cnpj.ts';
import { documentType } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { findPartyName } from '../cases/index.ts';
import { findCompany, findSituation } from '../companies/index.ts';
import type { CompanyCard, Situation } from '../companies/index.ts';

export type KnownSubject = {
  /** As best known; null when it is not. */
  readonly name: string | null;
  /** In the tax registry's own words. */
  readonly registryStatus: string;
  readonly company: CompanyCard | null;
};

const NOT_FOUND = 'NOT_FOUND';
const REGISTRY_STATUSES: Readonly<Record<Situation, string>> = {
  VOID: 'NULA',
  ACTIVE: 'ATIVA',
  SUSPENDED: 'SUSPENSA',
  UNFIT: 'INAPTA',
  ACTIVE_IRREGULAR: 'ATIVA NAO REGULAR',
  CLOSED: 'BAIXADA',
  UNKNOWN: NOT_FOUND,
};

/** There is no public registry of people: a CPF has no situation, and its name only where a case gives it. */
export async function readSubject(tx: Transaction, document: Document): Promise<KnownSubject> {
  if (documentType(document) === 'CPF') {
    return { name: await findPartyName(tx, document), registryStatus: NOT_FOUND, company: null };
  }
  const cnpj = document as Cnpj;
  const [{ found: company }, situation] = await Promise.all([
    findCompany(tx, cnpjRoot(cnpj)),
    findSituation(tx, cnpj),
  ]);
  return {
    // Looking through cases costs more than all else here, and the registry knows nearly every company.
    name: company?.name ?? (await findPartyName(tx, document)),
    registryStatus: situation === null ? NOT_FOUND : REGISTRY_STATUSES[situation],
    company,
  };
}

// What the registry holds of a document, from the capabilities that know something of it.
import { cnpjRoot } from '../../documents/cnpj.ts';
import type { Cnpj } from '../../documents/cnpj.ts';
import type { Cpf } from '../../documents/cpf.ts';
import { documentType, formatDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import * as cases from '../../features/cases/index.ts';
import type { DossierCase } from '../../features/cases/index.ts';
import * as companies from '../../features/companies/index.ts';
import type { CompanyCard, Found, Holding, Partner } from '../../features/companies/index.ts';
import * as debts from '../../features/debts/index.ts';
import type { DebtsFound, ProtestsFound } from '../../features/debts/index.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Freshness, Outcome } from '../../platform/imports/freshness.ts';

export type DossierOptions = { cases: number; after?: string; name?: string };

export type Dossier = {
  document: string;
  cases: {
    outcome: Outcome;
    freshness: Freshness[];
    count: number;
    listed: DossierCase[];
    next: string | null;
  };
  /** Of a company alone. */
  company: Found<CompanyCard | null> | null;
  partners: Found<Partner[]> | null;
  /** Null for a person whose name was not given: six digits alone are a hundred strangers. */
  partnerIn: Found<Holding[]> | null;
  debts: DebtsFound;
  protests: ProtestsFound;
};

function listHoldings(
  tx: Transaction,
  document: Document,
  name: string | null,
): Promise<Found<Holding[]> | null> {
  if (documentType(document) === 'CNPJ') return companies.listCompaniesOfCompany(tx, document as Cnpj);
  if (name === null) return Promise.resolve(null);
  return companies.listCompaniesOfPerson(tx, document as Cpf, name);
}

export async function readDossier(
  tx: Transaction,
  document: Document,
  options: DossierOptions,
): Promise<Dossier> {
  const name = options.name ?? null;
  const key = cases.dossierKeyOf(document, name);
  const count = await cases.countDossier(tx, key);
  const page = await cases.pageDossier(tx, key, { after: options.after ?? null, limit: options.cases });
  const freshness = await cases.readCaseFreshness(tx);
  const root = documentType(document) === 'CNPJ' ? cnpjRoot(document as Cnpj) : null;
  return {
    document: formatDocument(document),
    cases: {
      outcome: cases.dossierOutcome(freshness, count > 0),
      freshness,
      count,
      listed: page.cases,
      next: page.next,
    },
    company: root === null ? null : await companies.findCompany(tx, root),
    partners: root === null ? null : await companies.listPartners(tx, root),
    partnerIn: await listHoldings(tx, document, name),
    debts: await debts.listDebts(tx, document, name),
    protests: await debts.listProtests(tx, document),
  };
}

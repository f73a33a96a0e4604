// The relationships of any document: partners of a company, and companies of a company or person. From the registry as it is
// now, without an analysis; whose they were is put on record all the same.
import { cnpjRoot } from '../../documents/cnpj.ts';
import type { Cnpj } from '../../documents/cnpj.ts';
import type { Cpf } from '../../documents/cpf.ts';
import { documentType } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import type { Findings } from '../analysis/index.ts';
import { findPartyName } from '../cases/index.ts';
import {
  findCompany,
  listCompaniesOfCompany,
  listCompaniesOfPerson,
  listPartners,
} from '../companies/index.ts';
import type { Found } from '../companies/index.ts';
import { sourceToWire } from './registry-wire.ts';
import type { SourceState } from './registry-wire.ts';
import type { RelationshipWire } from './schemas.ts';
import { keptTies } from './ties.ts';

export type Relationships = {
  read(question: { entry: Entry; actor: string; document: Document }): Promise<RelationshipWire>;
};

type Known = { name: string; ties: Findings['partners']; source: SourceState };

const UNNAMED: SourceState = { source: 'receita', outcome: 'NOT_CHECKED', asOf: null, edition: null };

function sourceOf({ outcome, freshness }: Found<unknown>): SourceState {
  const { source, importedAt, edition } = freshness;
  return { source, outcome, asOf: importedAt?.toISOString() ?? null, edition };
}

async function readCompany(tx: Transaction, cnpj: Cnpj): Promise<Known> {
  const company = await findCompany(tx, cnpjRoot(cnpj));
  const partners = await listPartners(tx, cnpjRoot(cnpj));
  const holdings = await listCompaniesOfCompany(tx, cnpj);
  const ties = [
    ...partners.found.map((partner) => ({ partner })),
    ...holdings.found.map((holding) => ({ holding })),
  ];
  return { name: company.found?.name ?? '', ties, source: sourceOf(company) };
}

/** By six digits alone it would be a hundred strangers: without a name nothing is looked for. */
async function readPerson(tx: Transaction, cpf: Cpf): Promise<Known> {
  const name = await findPartyName(tx, cpf);
  if (name === null) return { name: '', ties: [], source: UNNAMED };
  const holdings = await listCompaniesOfPerson(tx, cpf, name);
  return { name, ties: holdings.found.map((holding) => ({ holding })), source: sourceOf(holdings) };
}

export function createRelationships(parts: { database: Database; keyring: Keyring }): Relationships {
  const { database, keyring } = parts;
  return {
    read: ({ entry: { organizationId, scope }, actor, document }) =>
      database.transaction(scope, async (tx) => {
        const documentHash = hashDocument(keyring, document);
        const subject = 'relationships';
        recordAudit(tx, [{ organizationId, actor, action: 'relationships.read', subject, documentHash }]);
        const isCompany = documentType(document) === 'CNPJ';
        const {
          name,
          ties: found,
          source,
        } = await (isCompany ? readCompany(tx, document as Cnpj) : readPerson(tx, document as Cpf));
        const { ties, isWhole } = keptTies(document, found);
        const register = {
          documentNumber: document,
          documentInfo: name,
          total: ties.length,
          isWhole,
          sources: [sourceToWire(source)],
          partners: ties.filter(({ relation }) => relation === 'PARTNER'),
          companies: ties.filter(({ relation }) => relation === 'COMPANY'),
        };
        return { success: true, reason: '', register };
      }),
  };
}

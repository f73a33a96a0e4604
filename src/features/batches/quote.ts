// What a batch would cost and find, without taking it. Cases are counted as for a single document, and charged for by nobody.
import { documentType } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { countDossier, dossierKeyOf, findPartyName } from '../cases/index.ts';
import { countUnits } from './queries.ts';
import type { ReadLines } from './rules.ts';

/** Documents whose statements travel together; between them others have their turn. */
const WINDOW = 200;

async function countCases(tx: Transaction, document: Document): Promise<number> {
  // A company is found by its root alone; a person also by the mask and the name.
  const name = documentType(document) === 'CPF' ? await findPartyName(tx, document) : null;
  return countDossier(tx, dossierKeyOf(document, name));
}

async function countAll(
  database: Database,
  { scope }: Entry,
  documents: readonly Document[],
): Promise<number> {
  let total = 0;
  for (let at = 0; at < documents.length; at += WINDOW) {
    const window = documents.slice(at, at + WINDOW);
    const counts = await database.transaction(scope, (tx) =>
      Promise.all(window.map((document) => countCases(tx, document))),
    );
    total += counts.reduce((sum, count) => sum + count, 0);
  }
  return total;
}

/** JSON text. */
export async function quoteBatch(
  database: Database,
  entry: Entry,
  { lines, planIds }: { lines: ReadLines; planIds: readonly number[] },
): Promise<string> {
  const { documents, refused } = lines;
  const unitsAvailable = await database.transaction(entry.scope, (tx) =>
    countUnits(tx, entry.organizationId, planIds),
  );
  const totalProcesses = await countAll(
    database,
    entry,
    documents.map(({ document }) => document),
  );
  return JSON.stringify({
    dryRun: true,
    total: documents.length + refused.length,
    accepted: documents.length,
    refused: refused.length,
    unitsNeeded: documents.length,
    unitsAvailable,
    totalProcesses,
    lines: refused,
  });
}

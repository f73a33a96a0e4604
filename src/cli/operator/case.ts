import type { Command } from 'commander';
import { formatCaseNumber } from '../../documents/case-number.ts';
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import type { Cpf } from '../../documents/cpf.ts';
import { findDocumentKind, maskCpf } from '../../documents/document.ts';
import { maskCpfInName } from '../../documents/name-key.ts';
import * as cases from '../../features/cases/index.ts';
import type { KnownCase } from '../../features/cases/index.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { formatTable, printJson, printLines, wantsJson } from '../output.ts';
import type { Row } from '../output.ts';
import { parseCaseNumberText, verb } from './arguments.ts';
import { describeFreshness } from './dossier-sections.ts';
import { notFound } from './faults.ts';
import { withSession } from './session.ts';
import type { OpenOperator } from './session.ts';

type KnownRecord = KnownCase['records'][number];

function showDocument(document: string | null): string | null {
  return document !== null && findDocumentKind(document) === 'CPF' ? maskCpf(document as Cpf) : document;
}

/** Victims and witnesses are told to nobody. */
function showParties({ source, degree, parties }: KnownRecord): Row[] {
  return parties
    .filter(({ role }) => role === 'PARTY')
    .map(({ side, document, name, roleName }) => ({
      source,
      degree,
      side: side.toLowerCase(),
      as: roleName ?? null,
      document: showDocument(document),
      name: name === null ? null : maskCpfInName(name),
    }));
}

function showRecord(record: KnownRecord): Row {
  const { source, degree, classCode, className, unitName, filedAt, value, courtState } = record;
  return {
    source,
    degree,
    class: classCode === null ? className : String(classCode),
    unit: unitName,
    filed: filedAt,
    value,
    courtSays: courtState?.toLowerCase() ?? null,
    movements: record.movements.length,
    lastMovement: record.movements.at(-1)?.at ?? null,
    updated: record.updatedAt,
    fetched: record.fetchedAt,
  };
}

/** A case that may not be told looks like one that is not there. */
async function getCase(tx: Transaction, number: CaseNumber): Promise<KnownCase> {
  const found = await cases.findCase(tx, number);
  if (found?.isTellable === true) return found;
  const sources = (await cases.readCaseFreshness(tx)).map(describeFreshness).join('; ');
  throw notFound(`There is no case ${formatCaseNumber(number)} (${sources}).`);
}

export function addCaseCommand(program: Command, open: OpenOperator): void {
  verb(program, 'case', 'show what each source knows of a court case')
    .argument('<number>', 'the 20 digits of the CNJ, with or without punctuation', parseCaseNumberText)
    .action(async (number: CaseNumber, _options: unknown, command: Command) => {
      const { records } = await withSession(open, ({ operator }) =>
        operator.transaction(NO_SCOPE, (tx) => getCase(tx, number)),
      );
      const court = findCourt(number)?.acronym ?? null;
      const [shown, parties] = [records.map(showRecord), records.flatMap(showParties)];
      if (wantsJson(command)) {
        const movements = records.map((record) => ({
          source: record.source,
          degree: record.degree,
          movements: record.movements,
        }));
        printJson(command, { number: formatCaseNumber(number), court, records: shown, parties, movements });
        return;
      }
      const tables = [...formatTable(command, shown), '', ...formatTable(command, parties)];
      printLines(command, [`${formatCaseNumber(number)}  ${court ?? 'no known court'}`, '', ...tables]);
    });
}

// Reading back what an analysis kept: who it is about, its states, its summary and its findings. Every look is put on
// record in the transaction that reads, also one in vain.
import type { AuditAction, AuditedLook } from '../../audit-actions.ts';
import type { Document } from '../../documents/document.ts';
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { listFindings } from './consumption-store.ts';
import type { Findings } from './findings.ts';
import { openFindings, openSubject } from './sealed-subject.ts';
import { findSnapshotRow, listSnapshotRows } from './snapshot-queries.ts';
import type { SnapshotName, SnapshotRow } from './snapshot-queries.ts';
import { readSteps } from './step.ts';
import type { Status, StepStates } from './step.ts';
import type { SummaryWire } from './summary.ts';

export type Snapshot = SnapshotName & {
  readonly document: Document;
  /** As best known; empty when it is not. */
  readonly name: string;
  readonly status: Status;
  readonly statusIndex: Status;
  readonly steps: StepStates;
  /** Null until the list of cases is whole. */
  readonly frozen: { readonly run: number; readonly rulesVersion: number } | null;
  readonly summary: SummaryWire | null;
  readonly casesWithoutValue: number;
  /** Whole reais a year; 0 when unknown. */
  readonly estimatedRevenue: number;
  readonly createdAt: Date;
};

export type SnapshotQuestion = {
  readonly entry: Entry;
  readonly actor: string;
  readonly analysisId: number;
  readonly uniqueId: number;
};

/** A part that is not there was not checked, or failed. */
export type KeptFindings = Partial<Findings>;

export type Snapshots = {
  /** `action` is what the audit calls it. Throws when the organization has no such analysis. */
  read<T>(
    question: SnapshotQuestion,
    action: AuditedLook,
    work: (tx: Transaction, snapshot: Snapshot) => Promise<T>,
  ): Promise<T>;
  find(tx: Transaction, name: SnapshotName): Promise<Snapshot | null>;
  /** Of the same document and done, the newest first, the named one included. */
  listUpTo(tx: Transaction, name: SnapshotName, limit: number): Promise<Snapshot[]>;
  listFound(tx: Transaction, name: SnapshotName): Promise<KeptFindings>;
};

function toSnapshot(
  keyring: Keyring,
  { organizationId, uniqueId }: SnapshotName,
  row: SnapshotRow,
): Snapshot {
  const subjectRow = { organizationId, documentHash: row.document_hash };
  const { frozen_run: run, rules_version: rulesVersion, summary } = row;
  return {
    organizationId,
    uniqueId,
    analysisId: Number(row.id),
    ...openSubject(keyring, subjectRow, row.wrapped_subject),
    status: row.status,
    statusIndex: row.status_index,
    steps: readSteps(row.steps),
    frozen: run === null || rulesVersion === null ? null : { run, rulesVersion },
    summary: summary === null ? null : (JSON.parse(summary) as SummaryWire),
    casesWithoutValue: Number(row.cases_without_value),
    estimatedRevenue: Number(row.estimated_revenue),
    createdAt: row.created_at,
  };
}

async function listFound(
  tx: Transaction,
  keyring: Keyring,
  { organizationId, analysisId }: SnapshotName,
): Promise<KeptFindings> {
  const id = String(analysisId);
  const rows = await listFindings(tx, organizationId, id);
  const opened = rows.map(({ step, wrapped_findings: sealed }) => {
    const part = step as keyof Findings;
    return [part, openFindings(keyring, { organizationId, analysisId: id }, part, sealed)];
  });
  return Object.fromEntries(opened) as KeptFindings;
}

export function createSnapshots({ database, keyring }: { database: Database; keyring: Keyring }): Snapshots {
  return {
    read: async ({ entry: { organizationId, scope }, actor, analysisId, uniqueId }, action, work) => {
      const name = { organizationId, analysisId, uniqueId };
      const found = await database.transaction(scope, async (tx) => {
        const row = await findSnapshotRow(tx, name);
        const subject = `analysis ${analysisId} ${uniqueId}`;
        const done: AuditAction = row === null ? `${action}.none` : action;
        const documentHash = row?.document_hash ?? null;
        recordAudit(tx, [{ organizationId, actor, action: done, subject, documentHash }]);
        return row === null ? null : { answer: await work(tx, toSnapshot(keyring, name, row)) };
      });
      if (found === null) {
        throw new FarolError('NOT_FOUND', { message: 'Analysis not found' });
      }
      return found.answer;
    },
    find: async (tx, name) => {
      const row = await findSnapshotRow(tx, name);
      return row === null ? null : toSnapshot(keyring, name, row);
    },
    listUpTo: async (tx, name, limit) =>
      (await listSnapshotRows(tx, name, limit)).map((row) => toSnapshot(keyring, name, row)),
    listFound: (tx, name) => listFound(tx, keyring, name),
  };
}

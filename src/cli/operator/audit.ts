import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { exportAudit, readAnchors, verifyAudit } from '../../features/audit/index.ts';
import type { AnchorFault, Anchors, AuditFinding, AuditReport } from '../../features/audit/index.ts';
import * as organizations from '../../features/organizations/index.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { createAuditChain } from '../../platform/sequencer/audit-chain.ts';
import { CommandFault } from '../exit.ts';
import { printAnswer, printJson, wantsJson } from '../output.ts';
import { parseId, verb } from './arguments.ts';
import { found } from './faults.ts';
import { withSession } from './session.ts';
import type { OpenOperator, OperatorSession } from './session.ts';

const MEANINGS: Readonly<Record<AuditFinding['kind'], string>> = {
  altered: 'is not as it was when it was numbered',
  missing: 'is missing',
  inserted: 'was put in by other means than ours',
  unlinked: 'does not follow the row that stands before it',
  head: 'the head of the chain does not fit its last row',
  replaced: 'is not the row that was anchored: the database was rolled back and went on from there',
  cut: 'is gone though it was anchored: the end was cut off, or the database rolled back',
};

const ANCHOR_MEANINGS: Readonly<Record<AnchorFault['kind'], string>> = {
  damaged: 'is damaged, or was not written with this key file',
  'lines missing before': 'follows lines that are missing',
};

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/;

function parseInstant(text: string): Date {
  const instant = new Date(INSTANT.test(text) ? text : Number.NaN);
  if (Number.isNaN(instant.getTime())) {
    throw new InvalidArgumentError(
      'It must be a date such as 2026-11-30, or an instant such as 2026-11-30T12:00Z.',
    );
  }
  return instant;
}

async function requireOrganization({ operator }: OperatorSession, id: number): Promise<void> {
  found(
    await operator.transaction(NO_SCOPE, (tx) => organizations.findOrganization(tx, id)),
    `organization ${id}`,
  );
}

async function listIds(session: OperatorSession, only: number | null): Promise<number[]> {
  if (only !== null) {
    await requireOrganization(session, only);
    return [only];
  }
  const all = await session.operator.transaction(NO_SCOPE, (tx) => organizations.listOrganizations(tx, null));
  return all.map(({ id }) => Number(id));
}

type Verified = { reports: AuditReport[]; anchors: Anchors; anchorFile: string };

function verifyAll(open: OpenOperator, only: number | null): Promise<Verified> {
  return withSession(open, async (session) => {
    const keyring = session.keyring();
    const chain = createAuditChain(keyring);
    const anchorFile = session.config.auditAnchorFile;
    // Read before the rows: whatever is anchored by now must be among them.
    const anchors = await readAnchors(anchorFile, keyring);
    const ids = await listIds(session, only);
    // An organization that is gone altogether has only its anchors left.
    const anchored = only === null ? anchors.byOrganization.keys() : [];
    const reports: AuditReport[] = [];
    for (const id of new Set([...ids, ...anchored])) {
      reports.push(await verifyAudit({ database: session.operator, chain, anchors }, id));
    }
    return { reports, anchors, anchorFile };
  });
}

function isWhole({ reports, anchors }: Verified): boolean {
  return anchors.faults.length === 0 && reports.every(({ findings }) => findings.length === 0);
}

function describeAnchors({ anchors, anchorFile }: Verified): string[] {
  if (!anchors.exists) {
    return [
      `There is no anchor file ${anchorFile}: rows that were cut off at the end would not be missed. The worker writes it.`,
    ];
  }
  return anchors.faults.map(({ line, kind }) => `Anchor file, line ${line}: ${ANCHOR_MEANINGS[kind]}.`);
}

function printReports(command: Command, verified: Verified): void {
  const { reports, anchors, anchorFile } = verified;
  if (wantsJson(command)) {
    const { exists, lines, lastAt, faults: anchorFaults } = anchors;
    printJson(command, {
      isWhole: isWhole(verified),
      anchors: { file: anchorFile, exists, lines, lastAt, faults: anchorFaults },
      organizations: reports,
    });
    return;
  }
  const faults = reports.flatMap(({ findings }) => findings);
  printAnswer(command, {
    rows: reports.map(({ organizationId, rows, unnumbered, head, findings }) => ({
      organization: organizationId,
      rows,
      unnumbered,
      head: `${head.number} ${head.hash}`,
      findings: findings.length,
    })),
    notes: [
      ...faults.map(({ organizationId, number, through, kind }) => {
        const place = number === through ? `${number}` : `${number} to ${through}`;
        return `Organization ${organizationId}, row ${place}: ${MEANINGS[kind]}.`;
      }),
      ...describeAnchors(verified),
    ],
  });
}

export function addAuditCommands(program: Command, open: OpenOperator): void {
  const audit = program.command('audit').description('who read and changed what');
  verb(audit, 'verify', 'recompute the chain and name every row that was changed, taken out or put in')
    .option('--organization <id>', 'only the rows of this organization', parseId)
    .action(async ({ organization = null }: { organization?: number | null }, command: Command) => {
      const verified = await verifyAll(open, organization);
      printReports(command, verified);
      if (!isWhole(verified)) {
        throw new CommandFault('The audit is not whole.');
      }
    });
  audit
    .command('export')
    .description('write the rows of an organization as lines of JSON, oldest first')
    .requiredOption('--organization <id>', 'the organization', parseId)
    .option('--from <time>', 'rows from this time on, UTC', parseInstant)
    .option('--to <time>', 'rows before this time, UTC', parseInstant)
    .action(
      ({ organization, from, to }: { organization: number; from?: Date; to?: Date }, command: Command) =>
        withSession(open, async (session) => {
          await requireOrganization(session, organization);
          const write = (lines: string): void => command.configureOutput().writeOut?.(lines);
          await exportAudit(
            session.operator,
            { organizationId: organization, from: from ?? null, to: to ?? null },
            write,
          );
        }),
    );
}

// One round: whatever is committed and has no number yet gets one, in a short transaction of its own. Nothing of it is
// seen before it is whole, and nothing of it stays when it fails.
import type { Database, Transaction } from '../db/database.ts';
import { NO_SCOPE } from '../db/scope.ts';
import { CHAIN_START, chainRow } from './audit-chain.ts';
import type { AuditChain } from './audit-chain.ts';
import * as store from './store.ts';

export type Round = {
  /** False when another sequencer is at work. */
  hadTurn: boolean;
  events: number;
  auditRows: number;
  /** There may be more than one round takes. */
  isFull: boolean;
};

/** More would make the transaction long, and with it the wait of whoever follows. */
const MAX_ROWS = 1000;

async function numberAudit(tx: Transaction, chain: AuditChain): Promise<number> {
  const rows = await store.listUnnumberedAudit(tx, MAX_ROWS);
  if (rows.length === 0) {
    return 0;
  }
  const organizationIds = [...new Set(rows.map(({ organization_id }) => organization_id))];
  const heads = new Map<string, { number: bigint; link: Buffer }>(
    (await store.listAuditHeads(tx, organizationIds)).map((head) => [
      head.organization_id,
      { number: BigInt(head.number), link: Buffer.from(head.hash, 'hex') },
    ]),
  );
  const numbered = rows.map((row) => {
    const head = heads.get(row.organization_id) ?? { number: 0n, link: CHAIN_START };
    const number = head.number + 1n;
    const { chainHash, link } = chainRow(chain, head.link, { ...row, number: String(number) });
    heads.set(row.organization_id, { number, link });
    return { organizationId: row.organization_id, rowId: row.row_id, number: String(number), chainHash };
  });
  await store.storeAuditNumbers(tx, numbered);
  await store.storeAuditHeads(
    tx,
    [...heads].map(([organization_id, { number, link }]) => ({
      organization_id,
      number: String(number),
      hash: link.toString('hex'),
    })),
  );
  return numbered.length;
}

export function runRound(database: Database, chain: AuditChain): Promise<Round> {
  return database.transaction(NO_SCOPE, async (tx) => {
    // A statement of its own: the next one then sees all that the previous holder of the turn has committed.
    if (!(await store.takeTurn(tx))) {
      return { hadTurn: false, events: 0, auditRows: 0, isFull: false };
    }
    const organizationIds = await store.numberEvents(tx, MAX_ROWS);
    if (organizationIds.length > 0) {
      await store.tellFollowers(tx, organizationIds);
    }
    const auditRows = await numberAudit(tx, chain);
    return {
      hadTurn: true,
      events: organizationIds.length,
      auditRows,
      isFull: organizationIds.length === MAX_ROWS || auditRows === MAX_ROWS,
    };
  });
}

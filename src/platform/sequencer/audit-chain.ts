// How audit rows are held together. Each row carries a seal over its own content and a link over the seal and the link
// before it: the seal tells which row was changed even where its neighbours are gone, the link that a row, though once
// genuine, does not follow the one it stands behind. Neither can be made without the key file.
import type { Keyring } from '../crypto/keyring.ts';

/** As the database spells them: nothing is lost on the way through a number or a date of the program. */
export type AuditContent = {
  organization_id: string;
  row_id: string;
  number: string;
  /** Seconds since 1970 with all six decimals, whatever the session's way of writing dates. */
  at_epoch: string;
  actor: string;
  action: string;
  subject: string;
  /** Hexadecimal. */
  document_hash: string | null;
};

export type AuditChain = {
  seal(content: AuditContent): Buffer;
  link(previous: Buffer, seal: Buffer): Buffer;
};

/** What the first row of an organization follows. */
export const CHAIN_START: Buffer = Buffer.alloc(0);

export function createAuditChain(keyring: Keyring): AuditChain {
  return {
    // A JSON array in a fixed order: no two different rows are written the same way.
    seal: (row) =>
      keyring.keyedHash(
        'audit row',
        JSON.stringify([
          row.organization_id,
          row.row_id,
          row.number,
          row.at_epoch,
          row.actor,
          row.action,
          row.subject,
          row.document_hash,
        ]),
      ),
    link: (previous, seal) =>
      keyring.keyedHash('audit chain', JSON.stringify([previous.toString('hex'), seal.toString('hex')])),
  };
}

/** What is stored with a row, and what the next one follows. */
export function chainRow(
  chain: AuditChain,
  previous: Buffer,
  content: AuditContent,
): { chainHash: Buffer; link: Buffer } {
  const seal = chain.seal(content);
  const link = chain.link(previous, seal);
  return { chainHash: Buffer.concat([seal, link]), link };
}

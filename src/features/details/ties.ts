// Partners and companies as they are answered, and those of the levels behind them.
import type { Cpf } from '../../documents/cpf.ts';
import { documentRoot, documentType, maskCpf } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { nameKey } from '../../documents/name-key.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { tiesOf } from '../analysis/index.ts';
import type { Findings } from '../analysis/index.ts';
import { listHoldingTies, listPartnerTies } from '../companies/index.ts';
import type { Holding, HoldingTie, Partner, PartnerTie, TieOwner } from '../companies/index.ts';
import type { TieWire } from './schemas.ts';

/** `isWhole` is false where somebody has more ties than were read. */
export type Ties = { readonly ties: readonly TieWire[]; readonly isWhole: boolean };

const CNPJ_LENGTH = 14;
const ROOT_LENGTH = 8;
/** As many as an analysis keeps, and of the levels behind as many as one of them may have and as many as are asked. */
const MOST_KEPT = 1000;
const MOST_OF_ONE = 50;
const MOST_OWNERS = 500;

/** A stranger's CPF is never whole here; that of the document itself is shown as its mask too. */
function shownAs(document: Document): string {
  return documentType(document) === 'CPF' ? maskCpf(document as Cpf) : documentRoot(document);
}

function keptPartner({ kind, name, document, qualification, since }: Partner, via: string): TieWire {
  const told = { qualification: qualification?.name ?? qualification?.code ?? '', since, situation: '', via };
  return { relation: 'PARTNER', kind, documentNumber: document ?? '', name: name ?? '', ...told };
}

function keptHolding({ root, name, situation, qualification, since }: Holding, via: string): TieWire {
  const told = { qualification: qualification?.name ?? qualification?.code ?? '', since, situation, via };
  return { relation: 'COMPANY', kind: 'COMPANY', documentNumber: root, name, ...told };
}

export function keptTies(document: Document, partners: Findings['partners']): Ties {
  const via = shownAs(document);
  const ties = tiesOf(partners).map((tie) =>
    'partner' in tie ? keptPartner(tie.partner, via) : keptHolding(tie.holding, via),
  );
  const isCut = (relation: TieWire['relation']): boolean =>
    ties.filter((tie) => tie.relation === relation).length >= MOST_KEPT;
  return { ties, isWhole: !isCut('PARTNER') && !isCut('COMPANY') };
}

function partnerToWire({ root, kind, name, document, qualification, since }: PartnerTie): TieWire {
  const told = { qualification, since, situation: '', via: root };
  return { relation: 'PARTNER', kind, documentNumber: document ?? '', name, ...told };
}

function holdingToWire({ root, name, situation, qualification, since }: HoldingTie, via: string): TieWire {
  const told = { qualification, since, situation, via };
  return { relation: 'COMPANY', kind: 'COMPANY', documentNumber: root, name, ...told };
}

/** How the registry finds somebody's ties; null for foreigners and people without a name. */
function ownerOf({ kind, documentNumber, name }: TieWire): TieOwner | null {
  if (documentNumber.length === CNPJ_LENGTH || kind === 'COMPANY') {
    return { documentRoot: documentNumber.slice(0, ROOT_LENGTH), nameKey: null };
  }
  const key = nameKey(name);
  return documentNumber === '' || key === '' ? null : { documentRoot: documentNumber, nameKey: key };
}

export const ownerKey = ({ documentRoot: root, nameKey: key }: TieOwner): string => `${root} ${key ?? ''}`;

/** Those that nobody asked about yet; each is asked about once. */
function newOwners(ties: readonly TieWire[], asked: Set<string>): TieOwner[] {
  return ties.flatMap((tie) => {
    const owner = ownerOf(tie);
    if (owner === null || asked.has(ownerKey(owner))) return [];
    asked.add(ownerKey(owner));
    return [owner];
  });
}

/** The ties of all whom the given ones lead to, without those that lead back. */
export async function listTiesBehind(
  tx: Transaction,
  { ties, isWhole }: Ties,
  asked: Set<string>,
): Promise<Ties> {
  const all = newOwners(ties, asked);
  const owners = all.slice(0, MOST_OWNERS);
  const roots = owners.flatMap((owner) => (owner.nameKey === null ? [owner.documentRoot] : []));
  const partners = await listPartnerTies(tx, roots, MOST_OF_ONE);
  const holdings = await listHoldingTies(tx, owners, MOST_OF_ONE);
  const isCut = [...partners, ...holdings].some(({ total }) => total > MOST_OF_ONE);
  const found = [
    ...partners.map(partnerToWire),
    ...holdings.map((tie) => holdingToWire(tie, owners[tie.owner]?.documentRoot ?? '')),
  ];
  const leadsBack = (tie: TieWire): boolean => {
    const owner = ownerOf(tie);
    return owner !== null && asked.has(ownerKey(owner));
  };
  return {
    ties: found.filter((tie) => !leadsBack(tie)),
    isWhole: isWhole && !isCut && all.length <= MOST_OWNERS,
  };
}

/** The document itself, as its ties would be asked for. */
export function subjectOwner(document: Document, name: string): TieOwner {
  const isPerson = documentType(document) === 'CPF';
  return { documentRoot: shownAs(document), nameKey: isPerson ? nameKey(name) : null };
}

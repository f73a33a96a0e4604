// Parties of a lawsuit. Lawyers also come as parties and are none; both shapes of documents are read.
import { cnpjRoot } from '../../documents/cnpj.ts';
import type { Cnpj } from '../../documents/cnpj.ts';
import type { Party, PartyRole, Side } from '../../features/cases/ports.ts';
import type { Doc } from '../../platform/outbound/outcome.ts';
import type { LawsuitRecord, NamedRecord, PartyRecord } from './schemas.ts';
import { documentOf, textOf } from './wire-text.ts';

const SIDES: Readonly<Record<string, Side>> = { ACTIVE: 'ACTIVE', PASSIVE: 'PASSIVE', INTERESTED: 'THIRD' };
const ROLES: readonly (readonly [RegExp, PartyRole])[] = [
  [/v[ií]tima|ofendid/i, 'VICTIM'],
  [/testemunha/i, 'WITNESS'],
];
const LAWYER = /^advogad|^defensor/i;

function isLawyer({ person_type: type }: PartyRecord): boolean {
  return LAWYER.test(textOf(type) ?? '');
}

/** The first that can be read, whichever shape it stands in. */
function documentOfAny({ main_document, documents, document }: NamedRecord): string | null {
  const written = [main_document, ...(documents ?? []).map((each) => each.document), document];
  return written.map(documentOf).find((each) => each !== null) ?? null;
}

/** Judit numbers the establishments of a company apart; whoever asks for one means the company. */
function isOfDocument(document: string | null, { kind, value }: Doc): boolean {
  if (document === null) return false;
  const isCompany = kind === 'CNPJ' && document.length === value.length;
  return isCompany ? cnpjRoot(document as Cnpj) === cnpjRoot(value as Cnpj) : document === value;
}

function listDocuments({ parties }: LawsuitRecord): (string | null)[] {
  const lawyers = (parties ?? []).flatMap((party) => party.lawyers ?? []);
  return [...(parties ?? []), ...lawyers].map(documentOfAny);
}

/** As a party or as a lawyer. */
export function namesDocument(lawsuit: LawsuitRecord, doc: Doc): boolean {
  return listDocuments(lawsuit).some((document) => isOfDocument(document, doc));
}

export function namesAnybody(lawsuit: LawsuitRecord): boolean {
  return listDocuments(lawsuit).some((document) => document !== null);
}

/** A case that tells the whole document of every party, and not this one, is somebody else's. */
export function mayBeAbout(lawsuit: LawsuitRecord, doc: Doc): boolean {
  const parties = (lawsuit.parties ?? []).filter((party) => !isLawyer(party));
  const isSomebodyUntold = parties.some((party) => documentOfAny(party)?.startsWith('*') ?? true);
  return parties.length === 0 || isSomebodyUntold || namesDocument(lawsuit, doc);
}

function mapLawyers(party: PartyRecord): NonNullable<Party['lawyers']> {
  return (party.lawyers ?? []).flatMap((lawyer) => {
    const [name, registration] = [textOf(lawyer.name), textOf(lawyer.license)];
    if (name === null) return [];
    return [registration === null ? { name } : { name, registration }];
  });
}

function mapParty(party: PartyRecord): Party {
  const roleName = textOf(party.person_type);
  const lawyers = mapLawyers(party);
  return {
    document: documentOfAny(party),
    name: textOf(party.name),
    side: SIDES[textOf(party.side)?.toUpperCase() ?? ''] ?? 'UNKNOWN',
    role: ROLES.find(([pattern]) => pattern.test(roleName ?? ''))?.[1] ?? 'PARTY',
    ...(roleName === null ? {} : { roleName }),
    ...(lawyers.length === 0 ? {} : { lawyers }),
  };
}

/** That it may be somebody else of that name is said of whom was searched for, and not of the others. */
export function mapParties(lawsuit: LawsuitRecord, doc: Doc): Party[] {
  const parties = (lawsuit.parties ?? []).filter((party) => !isLawyer(party)).map(mapParty);
  if (lawsuit.tags?.possible_homonym !== true) return parties;
  for (const party of parties) if (isOfDocument(party.document, doc)) party.isHomonym = true;
  return parties;
}

// Parties of a lawsuit. Lawyers also come as parties and are none; both shapes of documents are read.
import type { Party, PartyRole, Side } from '../../features/cases/ports.ts';
import type { Doc } from '../../platform/outbound/outcome.ts';
import { documentOf, isOfDocument, textOf } from '../../platform/outbound/wire-text.ts';
import type { ToldDocuments } from '../../platform/outbound/wire-text.ts';
import type { LawsuitRecord, NamedRecord, PartyRecord } from './schemas.ts';

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
  return written.map((each) => documentOf(each)).find((each) => each !== null) ?? null;
}

export function toldDocuments({ parties }: LawsuitRecord): ToldDocuments {
  const told = parties ?? [];
  const lawyers = told.flatMap((party) => party.lawyers ?? []);
  return {
    parties: told.filter((party) => !isLawyer(party)).map(documentOfAny),
    all: [...told, ...lawyers].map(documentOfAny),
  };
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

// Parties of a case as Escavador tells them. It has everybody who is named in a case, officers of the court too; and it says
// apart where the one that was searched for stands, which holds also where the court leaves documents out.
import type { Party, PartyRole, Side } from '../../features/cases/ports.ts';
import type { Doc } from '../../platform/outbound/outcome.ts';
import { documentOf, isOfDocument, textOf } from '../../platform/outbound/wire-text.ts';
import type { ToldDocuments } from '../../platform/outbound/wire-text.ts';
import type { CaseItem, FoundRecord, InvolvedRecord, LawyerRecord, ToldRecord } from './schemas.ts';

const SIDES: Readonly<Record<string, Side>> = { ATIVO: 'ACTIVE', PASSIVO: 'PASSIVE', NENHUM: 'THIRD' };
const LAWYERS = 'ADVOGADO';
const ROLES: readonly (readonly [RegExp, PartyRole])[] = [
  [/v[ií]tima|ofendid/i, 'VICTIM'],
  [/testemunha/i, 'WITNESS'],
];
/** Who works in a case or speaks for somebody is no party to it. */
const OFFICERS =
  /^(?:advogad|defensor|procurador|promotor|ju[ií]z|relator|revisor|desembargador|ministr[oa]$|perit|escriv|leiloeir|oficial de justi)/i;

/** Whom the answer is about, and how the page says that it found them. */
export type Searched = { readonly doc: Doc; readonly found: FoundRecord | null };

const sideOf = (polo: string | null | undefined): Side =>
  SIDES[textOf(polo)?.toUpperCase() ?? ''] ?? 'UNKNOWN';

const roleNameOf = ({ tipo_normalizado: normal, tipo }: InvolvedRecord): string | null =>
  textOf(normal) ?? textOf(tipo);

function isParty(involved: InvolvedRecord): boolean {
  const isLawyer = textOf(involved.polo)?.toUpperCase() === LAWYERS;
  return !isLawyer && !OFFICERS.test(roleNameOf(involved) ?? '');
}

function documentOfAny({ cpf, cnpj }: LawyerRecord): string | null {
  return documentOf(cpf, 11) ?? documentOf(cnpj, 14);
}

export function toldDocuments({ fontes }: CaseItem): ToldDocuments {
  const involved = fontes.flatMap(({ envolvidos }) => envolvidos ?? []);
  const lawyers = involved.flatMap(({ advogados }) => advogados ?? []);
  return {
    parties: involved.filter(isParty).map(documentOfAny),
    all: [...involved, ...lawyers].map(documentOfAny),
  };
}

function mapLawyers({ advogados }: InvolvedRecord): NonNullable<Party['lawyers']> {
  return (advogados ?? []).flatMap((lawyer) => {
    const name = textOf(lawyer.nome);
    const [first] = lawyer.oabs ?? [];
    const [number, state] = [textOf(first?.numero), textOf(first?.uf)];
    if (name === null) return [];
    return [number === null ? { name } : { name, registration: `${state ?? ''}${number}` }];
  });
}

function mapParty(involved: InvolvedRecord): Party {
  const roleName = roleNameOf(involved);
  const lawyers = mapLawyers(involved);
  return {
    document: documentOfAny(involved),
    name: textOf(involved.nome),
    side: sideOf(involved.polo),
    role: ROLES.find(([pattern]) => pattern.test(roleName ?? ''))?.[1] ?? 'PARTY',
    ...(roleName === null ? {} : { roleName }),
    ...(lawyers.length === 0 ? {} : { lawyers }),
  };
}

/** The court itself told the document; everything else is a match by name, whatever its word. */
function isFoundByDocument({ match_documento_por: by }: ToldRecord): boolean {
  return /^DOCUMENTO/i.test(textOf(by) ?? '');
}

function mayBeSomebodyElse(item: CaseItem, told: ToldRecord, { found }: Searched): boolean {
  const isByName = textOf(item.tipo_match)?.toUpperCase() === 'NOME';
  return isByName || ((found?.cpfs_com_esse_nome ?? 0) > 1 && !isFoundByDocument(told));
}

/** Where the one that was searched for stands, by what Escavador says of it apart from the list. */
function mapSearched(told: ToldRecord, { doc, found }: Searched): Party[] {
  const roles = (told.tipos_envolvido_pesquisado ?? []).filter(isParty);
  if (!isFoundByDocument(told)) return [];
  return roles.map((role) =>
    Object.assign(mapParty(role), { document: doc.value, name: textOf(found?.nome) }),
  );
}

/** That it may be somebody else of that name is said of whom was searched for, and not of the others. */
export function mapParties(item: CaseItem, told: ToldRecord, searched: Searched): Party[] {
  const listed = (told.envolvidos ?? []).filter(isParty).map(mapParty);
  const isListed = listed.some(({ document }) => isOfDocument(document, searched.doc));
  const parties = isListed ? listed : [...listed, ...mapSearched(told, searched)];
  if (!mayBeSomebodyElse(item, told, searched)) return parties;
  for (const party of parties) if (isOfDocument(party.document, searched.doc)) party.isHomonym = true;
  return parties;
}

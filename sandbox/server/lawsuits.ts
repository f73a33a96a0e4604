// Cases as Judit writes them in a search by document: one for each number and instance, without steps and status, the last
// step dated by the crawl, and parties in the new shape or the old one.
import { formatCaseNumber } from '../../src/documents/case-number.ts';
import type { CaseNumber } from '../../src/documents/case-number.ts';
import { findCourt } from '../../src/documents/court.ts';
import type { CaseLine, PartyLine, RecordLine } from '../test-documents/test-document.ts';
import { caseLinesOf } from './country.ts';
import { caseOn, laterCases } from './later-facts.ts';
import { findStory, SOMEBODY_ELSE } from './test-documents.ts';
import type { World } from './world.ts';

const SIDES = { ACTIVE: 'Active', PASSIVE: 'Passive', THIRD: 'Interested', UNKNOWN: 'Unknown' } as const;
const ROLES: Readonly<Record<string, string>> = { VICTIM: 'Vítima', WITNESS: 'Testemunha' };
const INSTANCES: Readonly<Record<string, number>> = { G1: 1, JE: 1, G2: 2, TR: 2 };

/** The day of the case that only live sources know. */
const ONLY_LIVE_ON = '2026-10-01';

/** Those that a source of lawsuits knows on that day. */
export function knownLines(document: string, world: World): CaseLine[] {
  const story = findStory(document);
  const effect = story?.effect;
  if (effect === 'NOT_FOUND') return [];
  if (effect === 'WRONG_PERSON') {
    const { person, company } = SOMEBODY_ELSE;
    return [caseOn(ONLY_LIVE_ON, document.length === 11 ? person : company)];
  }
  const filed = caseLinesOf(document).filter(({ records }) =>
    records.some(({ filedAt }) => filedAt <= world.today()),
  );
  const onlyLive = story?.lawsuits === undefined ? [] : [caseOn(ONLY_LIVE_ON, document)];
  return [...filed, ...onlyLive, ...laterCases(document, world)];
}

function toLawyers({ lawyers }: PartyLine, isNew: boolean): unknown[] {
  return lawyers.map(({ name, registration }) =>
    isNew
      ? { name, main_document: '', license: registration, documents: [] }
      : { name, document: '', license: 'null' },
  );
}

function toParty(party: PartyLine, isNew: boolean): Record<string, unknown> {
  const { name, side, role, roleName, document } = party;
  const type = document?.length === 14 ? 'CNPJ' : 'CPF';
  const common = {
    name,
    side: SIDES[side],
    person_type: ROLES[role] ?? roleName,
    lawyers: toLawyers(party, isNew),
  };
  if (isNew) {
    const documents = document === null ? [] : [{ document, document_type: type }];
    return { ...common, main_document: document ?? '', documents, tags: {} };
  }
  return { ...common, document: document ?? '', document_type: type === 'CPF' ? '0' : '1' };
}

/** In the old shape lawyers stand among the parties too. */
function toParties({ parties }: RecordLine, isNew: boolean): unknown[] {
  const lawyers = isNew ? [] : parties.flatMap((party) => party.lawyers);
  return [
    ...parties.map((party) => toParty(party, isNew)),
    ...lawyers.map(({ name }) => ({
      name,
      side: 'Unknown',
      person_type: 'Advogado',
      document: '',
      lawyers: [],
    })),
  ];
}

const asTexts = ({ code, name }: { code: number | string; name: string }): unknown => ({
  code: String(code),
  name,
});

function toLawsuit(line: CaseLine, record: RecordLine, about: { document: string; today: string }): unknown {
  const { number, updatedAt } = line;
  const isNew = Number(number.slice(0, 7)) % 2 === 0;
  const court = findCourt(number as CaseNumber);
  const instance = INSTANCES[record.degree] ?? 3;
  const isHomonym = record.parties.some((party) => party.document === about.document && party.homonym);
  return {
    code: formatCaseNumber(number as CaseNumber),
    instance,
    name: record.parties.map(({ name }) => name).join(' X '),
    justice: number.slice(13, 14),
    tribunal: number.slice(14, 16),
    tribunal_acronym: court?.acronym ?? '',
    county: record.unit.name,
    state: court?.state ?? '',
    distribution_date: `${record.filedAt}T03:00:00.000Z`,
    ...(record.value === null ? {} : { amount: Number(record.value) }),
    secrecy_level: record.secrecy,
    free_justice: false,
    judge: null,
    subjects: record.subjects.map(asTexts),
    ...(isNew ? { classifications: [asTexts(record.class)] } : { classification: asTexts(record.class) }),
    courts: [asTexts(record.unit)],
    parties: toParties(record, isNew),
    last_step: { step_date: `${about.today}T06:00:00.000Z`, content: record.movements.at(-1)?.name ?? '' },
    related_lawsuits: [],
    crawler: { source_name: court?.acronym ?? '', crawl_id: 'sandbox', updated_at: updatedAt },
    tags: { crawl_id: 'sandbox', ...(isHomonym ? { possible_homonym: true } : {}) },
    created_at: updatedAt,
    updated_at: updatedAt,
  };
}

/** A search finds the instances that the document stands in; where somebody is masked or untold, it may be there. */
function mayName({ parties }: RecordLine, document: string): boolean {
  return parties.some((party) => party.document === document || !/^[0-9A-Z]+$/.test(party.document ?? ''));
}

export function lawsuitsOf(document: string, world: World): unknown[] {
  const about = { document, today: world.today() };
  const story = findStory(document);
  const isWrong = story?.effect === 'WRONG_PERSON';
  const lines = story?.lawsuits === 'SECOND_ONLY' ? [] : knownLines(document, world);
  return lines.flatMap((line) =>
    line.records
      .filter((record) => isWrong || mayName(record, document))
      .map((record) => toLawsuit(line, record, about)),
  );
}

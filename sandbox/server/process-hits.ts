import type { CaseNumber } from '../../src/documents/case-number.ts';
// What DataJud has on a number on the sandbox's day: the hits of the file, or hits made from the licensed line, with what has
// happened since. Secret cases are absent, as in the true one.
import { findCourt } from '../../src/documents/court.ts';
import { TEST_DOCUMENTS } from '../test-documents.ts';
import type { CaseLine, RecordLine } from '../test-documents/test-document.ts';
import { caseLineOf, hitLinesOf, litigantsOf } from './country.ts';
import { caseOn, laterMovements, laterNumbers } from './later-facts.ts';
import type { LaterNumber } from './later-facts.ts';
import { findStory } from './test-documents.ts';
import type { World } from './world.ts';

type HitMovement = { codigo: number; nome: string; dataHora: string };
export type Hit = {
  _index: string;
  _id: string;
  _score: number | null;
  _source: Record<string, unknown> & { movimentos?: HitMovement[] };
};

export function aliasOf(number: string): string | null {
  const acronym = findCourt(number as CaseNumber)?.acronym.toLowerCase();
  return acronym === 'tre-df' ? 'tre-dft' : (acronym ?? null);
}

function toHit({ number, updatedAt }: CaseLine, record: RecordLine): Hit {
  const tribunal = findCourt(number as CaseNumber)?.acronym ?? '';
  const { class: kind, degree, unit } = record;
  const id = `${tribunal}_${kind.code}_${degree}_${unit.code}_${number}`;
  return {
    _index: `api_publica_${aliasOf(number) ?? ''}`,
    _id: id,
    _score: null,
    _source: {
      id,
      numeroProcesso: number,
      tribunal,
      grau: degree,
      nivelSigilo: 0,
      dataAjuizamento: `${record.filedAt.replaceAll('-', '')}000000`,
      dataHoraUltimaAtualizacao: updatedAt,
      '@timestamp': updatedAt.replace('Z', '123Z'),
      classe: { codigo: kind.code, nome: kind.name },
      assuntos: record.subjects.map(({ code, name }) => ({ codigo: code, nome: name })),
      orgaoJulgador: { codigo: Number(unit.code), nome: unit.name, codigoMunicipioIBGE: 3_550_308 },
      sistema: { codigo: 1, nome: 'Pje' },
      formato: { codigo: 1, nome: 'Eletrônico' },
      movimentos: record.movements.map(({ code, name, at }) => ({ codigo: code, nome: name, dataHora: at })),
    },
  };
}

let indexed: { key: string; numbers: ReadonlyMap<string, LaterNumber> } | null = null;

/** Cases that the moved day has brought to anybody who is known: drawn from documents, so they are found only through them. */
function findLater(number: string, world: World): LaterNumber | null {
  const searched = [
    ...world.searches.judit.map(({ document }) => document),
    ...Object.keys(world.calls().escavador.documents),
  ];
  const key = `${world.movedFrom()} ${world.today()} ${searched.length}`;
  if (indexed?.key !== key) {
    const documents = new Set([
      ...TEST_DOCUMENTS.map(({ document }) => document),
      ...searched,
      ...litigantsOf(),
    ]);
    const known = [...documents].filter(
      (document) => (findStory(document)?.effect ?? 'ANSWERS') === 'ANSWERS',
    );
    const found = known.flatMap((document) => laterNumbers(document, world));
    indexed = { key, numbers: new Map(found.map((later) => [later.number, later])) };
  }
  return indexed.numbers.get(number) ?? null;
}

function findLine(number: string, world: World): CaseLine | null {
  const line = caseLineOf(number);
  if (line !== null || world.movedFrom() === null) return line;
  const later = findLater(number, world);
  return later === null
    ? null
    : { ...caseOn(later.day, later.document), updatedAt: world.now().toISOString() };
}

function startingHits(number: string, world: World): Hit[] {
  const lines = hitLinesOf(number);
  if (lines.length > 0) return lines.map((line) => JSON.parse(line) as Hit);
  const line = findLine(number, world);
  if (line === null || line.records.some(({ secrecy }) => secrecy > 0)) return [];
  return line.records.filter(({ filedAt }) => filedAt <= world.today()).map((record) => toHit(line, record));
}

/** What happens later happens in the first degree, and is told by a source that looks at the true clock. */
function addLater([first, ...others]: Hit[], number: string, world: World): Hit[] {
  const added = laterMovements(number, world);
  if (first === undefined || added.length === 0) return first === undefined ? [] : [first, ...others];
  const { _source: source } = first;
  const movimentos = [
    ...(source.movimentos ?? []),
    ...added.map(({ code, name, at }) => ({ codigo: code, nome: name, dataHora: at })),
  ];
  const changed = { ...source, movimentos, dataHoraUltimaAtualizacao: world.now().toISOString() };
  return [{ ...first, _source: changed }, ...others];
}

export function hitsOf(number: string, world: World): Hit[] {
  return addLater(startingHits(number, world), number, world);
}

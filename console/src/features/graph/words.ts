// How nodes and edges of the graph are called.
import type { Graph, GraphEdge, GraphNode } from '../../api/shapes.ts';
import type { Formats } from '../../ui/formats.ts';
import { writeCaseNumber, writeDocument } from '../../ui/numbers.ts';
import type { graphTexts } from './texts.ts';

export type GraphTexts = (typeof graphTexts)['pt-BR'];

export function nameOf(t: GraphTexts, { kind, label, documentNumber }: GraphNode): string {
  if (kind === 'CASE') return writeCaseNumber(documentNumber);
  if (label !== '') return label;
  return documentNumber === '' ? t[kind] : writeDocument(documentNumber);
}

export function detailOf(t: GraphTexts, formats: Formats, node: GraphNode): string {
  const { kind, label, documentNumber, value } = node;
  const parts =
    kind === 'CASE'
      ? [label, value === '' ? '' : t.worth(formats.money(value))]
      : [t[kind], documentNumber === '' ? '' : writeDocument(documentNumber)];
  return parts.filter((part) => part !== '').join(' · ');
}

export function relationOf(t: GraphTexts, { kind, label }: GraphEdge): string {
  if (kind === 'PARTNER') return t.partner;
  const side = (['DEFENDANT', 'AUTHOR'] as const).find((each) => each === label);
  return side === undefined ? t.NOT_CLASSIFIED : t[side];
}

export function sourceOf(t: GraphTexts, { source }: GraphEdge): string {
  if (source === 'receita') return t.sourceRegistry;
  return source === 'cases' ? t.sourceCases : source;
}

export function ageOf(t: GraphTexts, formats: Formats, { asOf, ageDays }: GraphEdge): string {
  if (asOf === null) return t.unknownAge;
  if (ageDays === 0) return t.today;
  return ageDays === 1 ? t.oneDay : t.days(formats.count(ageDays));
}

/** A node by its name, wherever an edge speaks of it. */
export function namesOf(t: GraphTexts, { nodes }: Graph): ReadonlyMap<string, string> {
  return new Map(nodes.map((node) => [node.id, nameOf(t, node)]));
}

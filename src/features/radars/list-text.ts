// Radars as they are sent: links of the list, and lines of the files. Text by text, because lists are long; keys, their order and
// spellings are those of `RadarLink` in schemas.ts, and a test holds one against the other.
import { documentType, maskDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { localDateTime } from '../../documents/local-date.ts';
import { csvLine } from '../../platform/csv-text.ts';
import type { ListedRadar } from './queries.ts';

const createdMsOf = ({ createdMicros }: ListedRadar): number => Math.floor(Number(createdMicros) / 1000);
const primedOf = ({ primedMs }: ListedRadar): string | null =>
  primedMs === null ? null : localDateTime(primedMs);

function linkWith(radar: ListedRadar, code: string): string {
  const { id, name, isActive } = radar;
  const type = documentType(radar.document as Document);
  const createdMs = createdMsOf(radar);
  const primed = primedOf(radar);
  return (
    `{"id":${id},"radar":{"id":${id},"code":"${code}","name":${JSON.stringify(name)},"type":"${type}",` +
    `"createdAt":${createdMs},"active":${isActive},"preProcessedAt":${primed === null ? 'null' : `"${primed}"`},` +
    `"typeCustomer":"${type === 'CPF' ? 'INDIVIDUAL' : 'COMPANY'}"},"createdAt":${createdMs}}`
  );
}

export const linkText = (radar: ListedRadar): string => linkWith(radar, radar.document);
export const maskedLinkText = (radar: ListedRadar): string =>
  linkWith(radar, maskDocument(radar.document as Document));

type ExportedRadar = {
  id: number;
  code: string;
  name: string;
  type: string;
  active: boolean;
  createdAt: string;
  preProcessedAt: string | null;
};

export const EXPORTED = ['id', 'code', 'name', 'type', 'active', 'createdAt', 'preProcessedAt'] as const;

function toExported(radar: ListedRadar): ExportedRadar {
  return {
    id: Number(radar.id),
    code: radar.document,
    name: radar.name,
    type: documentType(radar.document as Document),
    active: radar.isActive,
    createdAt: new Date(createdMsOf(radar)).toISOString(),
    preProcessedAt: primedOf(radar),
  };
}

export const jsonLine = (radar: ListedRadar): string => `${JSON.stringify(toExported(radar))}\n`;

export function exportedLine(radar: ListedRadar): string {
  const exported = toExported(radar);
  return csvLine(EXPORTED.map((name) => exported[name]));
}

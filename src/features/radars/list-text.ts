// Radars as they are sent: links of the list, and lines of the files. Text by text, because lists are long; keys, their order and
// spellings are those of `RadarLink` in schemas.ts, and a test holds one against the other.
import { documentType, maskDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { localDateTime } from '../../documents/local-date.ts';
import { csvLine } from '../../platform/csv-text.ts';
import type { ListedRadar } from './queries.ts';

/** Digits of milliseconds: those of microseconds but for the last three. */
const createdMsOf = ({ createdMicros }: ListedRadar): string => createdMicros.slice(0, -3);
const primedOf = ({ primedMs }: ListedRadar): string | null =>
  primedMs === null ? null : localDateTime(primedMs);

/** A name has no control characters, so these two are all that JSON escapes; most names have neither. */
const ESCAPED = /["\\]/;
const quote = (name: string): string => (ESCAPED.test(name) ? JSON.stringify(name) : `"${name}"`);

function linkWith(radar: ListedRadar, code: string): string {
  const { id, name, isActive } = radar;
  const type = documentType(radar.document as Document);
  const createdMs = createdMsOf(radar);
  const primed = primedOf(radar);
  return (
    `{"id":${id},"radar":{"id":${id},"code":"${code}","name":${quote(name)},"type":"${type}",` +
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
    createdAt: new Date(Number(createdMsOf(radar))).toISOString(),
    preProcessedAt: primedOf(radar),
  };
}

export const jsonLine = (radar: ListedRadar): string => `${JSON.stringify(toExported(radar))}\n`;

export function exportedLine(radar: ListedRadar): string {
  const exported = toExported(radar);
  return csvLine(EXPORTED.map((name) => exported[name]));
}

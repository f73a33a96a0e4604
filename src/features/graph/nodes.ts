// What becomes a node, and by which name it is the same one. A person is known by masked CPF and name: whoever shares both is
// one node, and its edges say that they were drawn by the mask.
import type { Cpf } from '../../documents/cpf.ts';
import { documentType, isMaskedCpf, maskCpf } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { maskCpfInName, nameKey } from '../../documents/name-key.ts';
import { bitOf } from '../analysis/index.ts';
import type { Snapshot } from '../analysis/index.ts';
import type { CaseParty } from '../cases/index.ts';
import type { HoldingTie, PartnerTie } from '../companies/index.ts';
import type { GraphNode } from './drawing.ts';
import type { GraphCaseRow } from './queries.ts';

export const RISK_KEYS = bitOf('IS_ACTIVE_WITH_RISK') | bitOf('IS_INACTIVE_WITH_RISK');

const ROOT_LENGTH = 8;
const CNPJ_LENGTH = 14;

const PLAIN = { situation: '', isActive: false, hasRisk: false, value: '', owner: null } as const;

export const companyId = (root: string): string => `company:${root}`;
const personId = (mask: string, key: string): string => `person:${mask}:${key}`;
export const caseId = (number: string): string => `case:${number}`;

function companyNode(root: string, name: string, step: number): GraphNode {
  const owner = { documentRoot: root, nameKey: null };
  return { ...PLAIN, id: companyId(root), kind: 'COMPANY', label: name, document: root, step, owner };
}

/** Without a name six digits are a hundred strangers: such a node leads nowhere. */
function personNode(mask: string, name: string, step: number): GraphNode {
  const key = nameKey(name);
  const owner = key === '' ? null : { documentRoot: mask, nameKey: key };
  return { ...PLAIN, id: personId(mask, key), kind: 'PERSON', label: name, document: mask, step, owner };
}

export function subjectNode({ document, name }: Pick<Snapshot, 'document' | 'name'>): GraphNode {
  const node =
    documentType(document) === 'CNPJ'
      ? companyNode(document.slice(0, ROOT_LENGTH), name, 0)
      : personNode(maskCpf(document as Cpf), name, 0);
  return { ...node, document };
}

export function partnerNode(tie: PartnerTie, step: number): GraphNode {
  const { document, name } = tie;
  if (document === null) {
    const id = `foreign:${tie.root}:${nameKey(name)}`;
    return { ...PLAIN, id, kind: 'FOREIGN', label: name, document: '', step };
  }
  return document.length === CNPJ_LENGTH
    ? { ...companyNode(document.slice(0, ROOT_LENGTH), name, step), document }
    : personNode(document, name, step);
}

export function holdingNode({ root, name, situation }: HoldingTie, step: number): GraphNode {
  return { ...companyNode(root, name, step), situation };
}

export function caseNode(row: GraphCaseRow, step: number): GraphNode {
  return {
    ...PLAIN,
    id: caseId(row.number),
    kind: 'CASE',
    label: row.class_name,
    document: row.number,
    step,
    isActive: row.is_active,
    hasRisk: (row.keys & RISK_KEYS) !== 0,
    value: row.value ?? '',
  };
}

/** A stranger's CPF is never shown whole. */
export function partyNode({ root, document, name }: CaseParty, step: number): GraphNode {
  const shown = maskCpfInName(name);
  if (document.length === CNPJ_LENGTH) return { ...companyNode(root, shown, step), document };
  return personNode(isMaskedCpf(document) ? document : maskCpf(document as Document as Cpf), shown, step);
}

export function sideOf(keys: number): string {
  if ((keys & bitOf('ISDEFENDANT')) !== 0) return 'DEFENDANT';
  return (keys & bitOf('ISAUTHOR')) === 0 ? 'NOT_CLASSIFIED' : 'AUTHOR';
}

const PARTY_SIDES = {
  PASSIVE: 'DEFENDANT',
  ACTIVE: 'AUTHOR',
  THIRD: 'NOT_CLASSIFIED',
  UNKNOWN: 'NOT_CLASSIFIED',
};

export const partySide = ({ side }: CaseParty): string => PARTY_SIDES[side];

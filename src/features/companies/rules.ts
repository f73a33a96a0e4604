// The tax registry's own codes that no published table explains (Receita Federal, layout of 2026-04).

export type Situation = 'VOID' | 'ACTIVE' | 'SUSPENDED' | 'UNFIT' | 'ACTIVE_IRREGULAR' | 'CLOSED' | 'UNKNOWN';
export type CompanySize = 'NOT_INFORMED' | 'MICRO' | 'SMALL' | 'OTHER';
export type PartnerKind = 'COMPANY' | 'PERSON' | 'FOREIGN' | 'UNKNOWN';

const SITUATIONS: Readonly<Record<string, Situation>> = {
  '01': 'VOID',
  '02': 'ACTIVE',
  '03': 'SUSPENDED',
  '04': 'UNFIT',
  // Only in Serpro's answers so far.
  '05': 'ACTIVE_IRREGULAR',
  '08': 'CLOSED',
};
const SIZES: Readonly<Record<string, CompanySize>> = { '01': 'MICRO', '03': 'SMALL', '05': 'OTHER' };
const PARTNER_KINDS: Readonly<Record<string, PartnerKind>> = { 1: 'COMPANY', 2: 'PERSON', 3: 'FOREIGN' };

export function situationOf(code: string | null): Situation {
  return SITUATIONS[code ?? ''] ?? 'UNKNOWN';
}

export function sizeOf(code: string | null): CompanySize {
  return SIZES[code ?? ''] ?? 'NOT_INFORMED';
}

export function partnerKindOf(code: string): PartnerKind {
  return PARTNER_KINDS[code] ?? 'UNKNOWN';
}

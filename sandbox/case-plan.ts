// How a kind of case is written down, and who usually stands against whom.
import type { LifeFamily } from './life-courses.ts';

export type Litigant = 'large' | 'company' | 'person' | 'public' | 'prosecutor';
export type CourtSegment = 'state' | 'federal' | 'labour' | 'small-claims';

export type CasePlan = {
  weight: number;
  /** By code; the first is the common one. */
  classes: readonly (readonly [code: number, name: string])[];
  subjects: Readonly<Record<number, string>>;
  active: readonly (readonly [weight: number, who: Litigant])[];
  passive: readonly (readonly [weight: number, who: Litigant])[];
  /** State courts and the knowledge phase unless said. */
  segment?: CourtSegment;
  life?: LifeFamily;
  roles?: readonly [active: string, passive: string];
  /** Reais; 0 for cases that have no value. */
  typicalValue: number;
  secretShare?: number;
  victimShare?: number;
};

export const ANYONE = [
  [62, 'person'],
  [38, 'company'],
] as const;
export const CREDITORS = [
  [60, 'large'],
  [25, 'company'],
  [15, 'person'],
] as const;
export const DEFENDANTS = [
  [55, 'large'],
  [25, 'company'],
  [20, 'person'],
] as const;
export const EMPLOYERS = [
  [22, 'large'],
  [73, 'company'],
  [5, 'person'],
] as const;
export const ONLY_PERSON = [[1, 'person']] as const;
export const ONLY_COMPANY = [[1, 'company']] as const;
export const ONLY_PUBLIC = [[1, 'public']] as const;
export const PROSECUTOR = [[1, 'prosecutor']] as const;
export const CREDITOR_ROLES = ['Exequente', 'Executado'] as const;

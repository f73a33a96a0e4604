// What is told, whatever it is about: one of these becomes one event for each organization that has a radar on the root, or
// asked for the number.

export const NEWS_TYPES = [
  'case.new',
  'case.movement',
  'case.reopened',
  'case.closed',
  'case.changed',
  'debt.new',
  'debt.settled',
  'protest.new',
  'partner.changed',
  'registry.changed',
] as const;
export type NewsType = (typeof NEWS_TYPES)[number];

export const SEVERITY = { low: 0, medium: 1, high: 2 } as const;
export type Severity = (typeof SEVERITY)[keyof typeof SEVERITY];

export type News = {
  /** Null: for those who asked for the number. */
  readonly root: string | null;
  /** Of a case. */
  readonly number: string | null;
  /** `hidden` is told to nobody. */
  readonly type: NewsType | 'hidden';
  /** Of two about one fact the lower one is told first. */
  readonly rank: number;
  /** Names the fact and no person; what can be dismissed. */
  readonly finding: string;
  readonly severity: Severity;
  /** The event's data but for radars and severity: no document and no name of anybody. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What is true of the root's own part in the case. */
  readonly side: Readonly<Record<string, unknown>> | null;
};

export type Told = {
  readonly root: string | null;
  readonly number?: string;
  readonly type: NewsType;
  readonly finding: string;
  readonly severity: Severity;
  readonly what: Readonly<Record<string, unknown>>;
  /** Where: a court, or a place of another kind. */
  readonly where: Readonly<Record<string, unknown>>;
  /** A calendar day, or null where nobody says. */
  readonly since: string | null;
  readonly source: string;
  readonly side?: Readonly<Record<string, unknown>>;
};

export function buildNews(told: Told): News {
  const { root, number = null, type, finding, severity, what, where, since, source, side = null } = told;
  const process = number === null ? {} : { processNumber: number };
  const data = { ...process, finding, what, ...where, since, source };
  return { root, number, type, rank: NEWS_TYPES.indexOf(type), finding, severity, data, side };
}

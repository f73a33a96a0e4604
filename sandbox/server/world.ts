// What the played sources share: the day, how they behave, and how often they were asked.

export const SOURCES = [
  'senatran',
  'pluggy',
  'celcoin',
  'judit',
  'escavador',
  'infosimples',
  'datajud',
] as const;
export type SourceName = (typeof SOURCES)[number];

export const MODES = ['normal', 'down', 'refusing', 'hanging', 'broken', 'rate-limited'] as const;
/** down: 503. refusing: cuts the connection. hanging: never answers. broken: half an answer. rate-limited: 429. */
export type Mode = (typeof MODES)[number];

export type Behaviour = {
  latencyMs: number;
  /** Share of calls, 0 to 1, that end with status 500. */
  failureRate: number;
  mode: Mode;
  /** How long a search at a source that answers later goes on. */
  pendingMs: number;
};

/** A search that was begun at a source that answers later. */
export type BegunSearch = { id: string; document: string; createdAt: string; endsAtMs: number };

export type Counted = { total: number; tokens: number; searches: number; documents: Record<string, number> };

export type World = {
  today(): string;
  /** After what day new facts came, when the day was moved ahead; null when it was not. */
  movedFrom(): string | null;
  /** Where in time the sandbox is, to the millisecond. */
  now(): Date;
  /** Null goes back to the true day. */
  travelTo(today: string | null): void;
  behaviourOf(source: SourceName): Behaviour;
  behave(source: SourceName | null, change: Partial<Behaviour>): void;
  /** Counts a call; the answer is how many this document has had at this source. */
  count(source: SourceName, document: string): number;
  calls(): Record<SourceName, Counted>;
  /** Begun at the source, in the order in which they were. */
  searches: Record<SourceName, BegunSearch[]>;
  countToken(source: SourceName): void;
  /** Whether the call that was just counted is one of those that fail. */
  failsNow(source: SourceName): boolean;
  reset(): void;
};

const NORMAL: Behaviour = { latencyMs: 0, failureRate: 0, mode: 'normal', pendingMs: 0 };

type Counts = { total: number; tokens: number; documents: Map<string, number>; owedFailures: number };

const noCounts = (): Counts => ({ total: 0, tokens: 0, documents: new Map(), owedFailures: 0 });

function perSource<T>(make: () => T): Record<SourceName, T> {
  return {
    senatran: make(),
    pluggy: make(),
    celcoin: make(),
    judit: make(),
    escavador: make(),
    infosimples: make(),
    datajud: make(),
  };
}

/** Without a clock it is always noon in Brasília. */
export function createWorld(trueToday: () => string, nowMs?: () => number): World {
  const searches = perSource((): BegunSearch[] => []);
  let moved: string | null = null;
  let behaviours = perSource(() => NORMAL);
  let counts = perSource(noCounts);
  return {
    today: () => moved ?? trueToday(),
    movedFrom: () => (moved !== null && moved > trueToday() ? trueToday() : null),
    now: () => new Date(nowMs?.() ?? Date.parse(`${trueToday()}T15:00:00Z`)),
    searches,
    travelTo: (today) => {
      moved = today;
    },
    behaviourOf: (source) => behaviours[source],
    behave: (source, change) => {
      for (const name of source === null ? SOURCES : [source]) {
        behaviours[name] = Object.assign({}, behaviours[name], change);
      }
    },
    count: (source, document) => {
      const { documents } = counts[source];
      const count = (documents.get(document) ?? 0) + 1;
      documents.set(document, count);
      counts[source].total += 1;
      return count;
    },
    countToken: (source) => {
      counts[source].tokens += 1;
    },
    // Spread evenly instead of by chance, so that a test can count on the share.
    failsNow: (source) => {
      const kept = counts[source];
      kept.owedFailures += behaviours[source].failureRate;
      const fails = kept.owedFailures >= 1;
      kept.owedFailures -= fails ? 1 : 0;
      return fails;
    },
    calls: () => {
      const tell = (source: SourceName): Counted => {
        const { total, tokens, documents } = counts[source];
        const begun = searches[source].length;
        return { total, tokens, searches: begun, documents: Object.fromEntries(documents) };
      };
      return {
        senatran: tell('senatran'),
        pluggy: tell('pluggy'),
        celcoin: tell('celcoin'),
        judit: tell('judit'),
        escavador: tell('escavador'),
        infosimples: tell('infosimples'),
        datajud: tell('datajud'),
      };
    },
    reset: () => {
      moved = null;
      behaviours = perSource(() => NORMAL);
      counts = perSource(noCounts);
      for (const source of SOURCES) searches[source].length = 0;
    },
  };
}

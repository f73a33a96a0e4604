// Holds the database against the witness. Every list must be empty after every scenario.
import { checkAttempts, checkEffects, checkLeft, checkUndone } from './job-checks.ts';
import type { Entry } from './journal.ts';
import type { Mention, Stored, StoredProbe } from './stored.ts';

/**
 * Numbered as in the reliability reference; `EV` is the events, in the log and as followed, `RG` the registry as its
 * readers see it, `SL` the service level that a scenario promises.
 */
export const INVARIANTS = [
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'I7',
  'I8',
  'EV',
  'I9',
  'I10',
  'RG',
  'SL',
] as const;
export type Invariant = (typeof INVARIANTS)[number];
export type Faults = Record<Invariant, string[]>;

type Sent = Extract<Entry, { kind: 'sent' }>;
type Acknowledged = Extract<Entry, { kind: 'acknowledged' }>;
type Witness = { sent: Map<string, Sent>; acknowledged: Map<string, Acknowledged[]>; refused: Set<string> };

function readWitness(entries: readonly Entry[]): Witness {
  const witness: Witness = { sent: new Map(), acknowledged: new Map(), refused: new Set() };
  for (const entry of entries) {
    if (entry.kind === 'sent') witness.sent.set(entry.key, entry);
    if (entry.kind === 'refused') witness.refused.add(entry.key);
    if (entry.kind === 'acknowledged') {
      witness.acknowledged.set(entry.key, [...(witness.acknowledged.get(entry.key) ?? []), entry]);
    }
  }
  return witness;
}

function checkAcknowledged({ sent, acknowledged }: Witness, probes: readonly StoredProbe[]): string[] {
  const stored = new Map(probes.map((probe) => [probe.id, probe]));
  return [...acknowledged].flatMap(([key, answers]) => {
    const first = answers[0];
    const wanted = sent.get(key);
    const probe = stored.get(first?.id ?? '');
    const faults: string[] = [];
    if (probe === undefined) faults.push(`acknowledged and missing: ${key}`);
    else if (probe.note !== wanted?.note || probe.organizationId !== wanted.organizationId) {
      faults.push(`acknowledged and changed: ${key}`);
    }
    if (answers.some(({ bodyHash }) => bodyHash !== first?.bodyHash)) {
      faults.push(`another answer to the same request: ${key}`);
    }
    return faults;
  });
}

/** Rows that nobody sent, rows of a request that was refused, and second rows of the same request. */
function checkGhosts({ sent, refused }: Witness, probes: readonly StoredProbe[]): string[] {
  const wanted = new Map([...sent.values()].map((entry) => [entry.note, entry]));
  const seen = new Set<string>();
  return probes.flatMap(({ note, organizationId }) => {
    const entry = wanted.get(note);
    if (entry === undefined || entry.organizationId !== organizationId) return [`nobody sent: ${note}`];
    if (refused.has(entry.key)) return [`refused and written: ${note}`];
    if (seen.has(note)) return [`written twice: ${note}`];
    seen.add(note);
    return [];
  });
}

/** Exactly one for every row, and none for what is not there. */
function checkMentions(what: string, mentions: readonly Mention[], probes: readonly StoredProbe[]): string[] {
  const nameOf = (organizationId: number, subject: string): string => `${organizationId} ${subject}`;
  const found = new Map(
    mentions.map(({ organizationId, subject, times }) => [nameOf(organizationId, subject), times]),
  );
  const faults = probes.flatMap(({ organizationId, id }) => {
    const name = nameOf(organizationId, `probe ${id}`);
    const times = found.get(name) ?? 0;
    found.delete(name);
    return times === 1 ? [] : [`${times} ${what} for ${name}`];
  });
  return [...faults, ...[...found.keys()].map((name) => `${what} for nothing: ${name}`)];
}

function checkBalances({ consumed, probes, ledgerFaults }: Stored): string[] {
  const wrong = consumed.flatMap(({ organizationId, units }) => {
    const rows = probes.filter((probe) => probe.organizationId === organizationId).length;
    return rows === units
      ? []
      : [`organization ${organizationId} consumed ${units} units for ${rows} creates`];
  });
  return [...ledgerFaults, ...wrong];
}

function checkNumbers({ events, probes }: Stored): string[] {
  const last = new Map<number, number>();
  const gaps = events.flatMap(({ organizationId, number }) => {
    const expected = (last.get(organizationId) ?? 0) + 1;
    last.set(organizationId, number ?? expected);
    return number === expected ? [] : [`organization ${organizationId} has event ${number}, not ${expected}`];
  });
  const told = new Map<string, number>();
  for (const { organizationId, id, type } of events) {
    const name = `${organizationId} ${type} ${id}`;
    told.set(name, (told.get(name) ?? 0) + 1);
  }
  const wanted = probes.flatMap(({ organizationId, id, status }) => [
    `${organizationId} probe.created ${id}`,
    ...(status === 'DONE' ? [`${organizationId} probe.done ${id}`] : []),
    ...(status === 'FAILED' ? [`${organizationId} probe.failed ${id}`] : []),
  ]);
  const untold = wanted.flatMap((name) => {
    const times = told.get(name) ?? 0;
    return times === 1 ? [] : [`${times} events ${name}`];
  });
  const extra = events.length - wanted.length;
  return [...gaps, ...untold, ...(extra > 0 ? [`${extra} events for nothing`] : [])];
}

/** The follower's list must be the log itself: the same events, in its order, each once. */
function checkFollowed(entries: readonly Entry[], { events }: Stored, followed: readonly number[]): string[] {
  return followed.flatMap((organizationId) => {
    const seen = entries.flatMap((entry) =>
      entry.kind === 'followed' && entry.organizationId === organizationId ? [entry] : [],
    );
    const log = events.filter((event) => event.organizationId === organizationId);
    const wrong = log.findIndex((event, index) => {
      const entry = seen[index];
      return entry === undefined || entry.number !== event.number || entry.id !== event.id;
    });
    const at = wrong === -1 && seen.length > log.length ? log.length : wrong;
    return at === -1
      ? []
      : [`the follower of ${organizationId} saw ${seen.length} of ${log.length}, astray at place ${at + 1}`];
  });
}

export type Outside = {
  /** The organizations whose events were followed. */
  followed: readonly number[];
  /** Calls that the source counted, by the id of the request. */
  calls: ReadonlyMap<string, number>;
};

export function check(entries: readonly Entry[], stored: Stored, { followed, calls }: Outside): Faults {
  const witness = readWitness(entries);
  const witnessed = (invariant: 'I9' | 'I10'): string[] =>
    entries.flatMap((entry) =>
      entry.kind === 'fault' && entry.invariant === invariant ? [entry.detail] : [],
    );
  return {
    I1: checkAcknowledged(witness, stored.probes),
    I2: checkGhosts(witness, stored.probes),
    I3: checkUndone(stored),
    I4: checkEffects(stored, calls),
    I5: checkAttempts(stored),
    I6: [...checkBalances(stored), ...checkMentions('charges', stored.charges, stored.probes)],
    I7: checkLeft(stored),
    I8: [...stored.auditFaults, ...checkMentions('audit rows', stored.audits, stored.probes)],
    EV: [...checkNumbers(stored), ...checkFollowed(entries, stored, followed)],
    I9: witnessed('I9'),
    I10: witnessed('I10'),
    // Only the scenario itself sees these.
    RG: [],
    SL: [],
  };
}

export function countFaults(faults: Faults): number {
  return INVARIANTS.reduce((sum, invariant) => sum + faults[invariant].length, 0);
}

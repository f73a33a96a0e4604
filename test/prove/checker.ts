// Holds the database against the witness. Every list must be empty after every scenario.
import {
  checkAnalysisEffects,
  checkConsumption,
  checkFrozen,
  checkReadAnalyses,
  checkUndoneAnalyses,
} from './analyses/checks.ts';
import type { Searched } from './analyses/checks.ts';
import { ENDED } from './analyses/stored.ts';
import { checkEnquiryEffects, checkUndoneEnquiries } from './credit/checks.ts';
import { SETTLED } from './credit/stored.ts';
import { checkAttempts, checkEffects, checkLeft, checkUndone } from './job-checks.ts';
import type { Entry } from './journal.ts';
import {
  checkLicenceEffects,
  checkRead,
  checkStale,
  checkTold,
  checkUndoneLicences,
} from './licences/checks.ts';
import type { Register } from './licences/checks.ts';
import { FINAL } from './licences/stored.ts';
import type { Mention, Stored } from './stored.ts';

/**
 * Numbered as in the reliability reference; `EV` is the events, in the log and as followed, `RG` the registry as its
 * readers see it, `RF` refreshes from live sources, `WH` what receivers of webhooks got, `SL` the service level that a
 * scenario promises.
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
  'RF',
  'WH',
  'SL',
] as const;
export type Invariant = (typeof INVARIANTS)[number];
export type Faults = Record<Invariant, string[]>;

type Sent = Extract<Entry, { kind: 'sent' }>;
type Acknowledged = Extract<Entry, { kind: 'acknowledged' }>;
/** What was charged for. */
type Charged = { kind: 'probe' | 'cnh' | 'analysis' | 'scr'; organizationId: number; id: string };
/** What a create has left: a probe, or the request for a licence or an analysis, whose note is the document. */
type Row = Charged & { note: string };
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

function listRows({ probes, licences, records, analyses, analysisRecords }: Stored): Row[] {
  return [
    ...probes.map(({ organizationId, id, note }) => ({ kind: 'probe' as const, organizationId, id, note })),
    ...licences.map(({ organizationId, id }) => ({
      kind: 'cnh' as const,
      organizationId,
      id,
      note: records.get(id)?.document ?? '',
    })),
    ...analyses.map(({ organizationId, id }) => ({
      kind: 'analysis' as const,
      organizationId,
      id,
      note: analysisRecords.get(id)?.document ?? '',
    })),
  ];
}

/** A question to the credit register has no key of its own that a witness could tell. */
function listCharged(stored: Stored): Charged[] {
  const enquiries = stored.enquiries.map(({ organizationId, id }) => ({
    kind: 'scr' as const,
    organizationId,
    id,
  }));
  return [...listRows(stored), ...enquiries];
}

function checkAcknowledged({ sent, acknowledged }: Witness, rows: readonly Row[]): string[] {
  const stored = new Map(rows.map((row) => [row.id, row]));
  return [...acknowledged].flatMap(([key, answers]) => {
    const first = answers[0];
    const wanted = sent.get(key);
    const row = stored.get(first?.id ?? '');
    const faults: string[] = [];
    if (row === undefined) faults.push(`acknowledged and missing: ${key}`);
    else if (row.note !== wanted?.note || row.organizationId !== wanted.organizationId) {
      faults.push(`acknowledged and changed: ${key}`);
    }
    if (answers.some(({ bodyHash }) => bodyHash !== first?.bodyHash)) {
      faults.push(`another answer to the same request: ${key}`);
    }
    return faults;
  });
}

/** Rows that nobody sent, rows of requests that were all refused, and more rows than requests. */
function checkGhosts({ sent, refused }: Witness, rows: readonly Row[]): string[] {
  const wanted = Map.groupBy(sent.values(), ({ organizationId, note }) => `${organizationId} ${note}`);
  return [...Map.groupBy(rows, ({ organizationId, note }) => `${organizationId} ${note}`)].flatMap(
    ([name, written]) => {
      const entries = wanted.get(name);
      if (entries === undefined) return written.map(({ kind, id }) => `nobody sent: ${kind} ${id}`);
      const allowed = entries.filter(({ key }) => !refused.has(key)).length;
      if (written.length <= allowed) return [];
      const what = allowed === 0 ? 'refused and written' : 'written twice';
      return written.slice(allowed).map(({ kind, id }) => `${what}: ${kind} ${id}`);
    },
  );
}

/** Exactly one for every row, and none for what is not there. */
function checkMentions(what: string, mentions: readonly Mention[], rows: readonly Charged[]): string[] {
  const nameOf = (organizationId: number, subject: string): string => `${organizationId} ${subject}`;
  const found = new Map(
    mentions.map(({ organizationId, subject, times }) => [nameOf(organizationId, subject), times]),
  );
  const faults = rows.flatMap(({ kind, organizationId, id }) => {
    const name = nameOf(organizationId, `${kind} ${id}`);
    const times = found.get(name) ?? 0;
    found.delete(name);
    return times === 1 ? [] : [`${times} ${what} for ${name}`];
  });
  return [...faults, ...[...found.keys()].map((name) => `${what} for nothing: ${name}`)];
}

/** What was charged for each create and given back for each that failed. */
function checkMoney(stored: Stored, rows: readonly Charged[]): string[] {
  const { consumed, licences, analyses, enquiries, ledgerFaults, charges, refunds } = stored;
  const isFailed = new Set(
    [...licences, ...analyses, ...enquiries].flatMap(({ id, status }) =>
      status === 'ERROR' || status === 'FAILED' ? [id] : [],
    ),
  );
  const failed = rows.filter(({ id }) => isFailed.has(id));
  const wrong = consumed.flatMap(({ organizationId, units }) => {
    const isOfThis = (row: { organizationId: number }): boolean => row.organizationId === organizationId;
    const due = rows.filter(isOfThis).length - failed.filter(isOfThis).length;
    return due === units ? [] : [`organization ${organizationId} consumed ${units} units for ${due} creates`];
  });
  return [
    ...ledgerFaults,
    ...wrong,
    ...checkMentions('charges', charges, rows),
    ...checkMentions('refunds', refunds, failed),
  ];
}

type Ending = { organizationId: number; id: string; status: string };

function listEnds(kind: string, requests: readonly Ending[], ends: readonly string[]): string[] {
  return requests.flatMap(({ organizationId, id, status }) =>
    ends.includes(status) ? [`${organizationId} ${kind}.completed ${id}`] : [],
  );
}

/** Progress is told as often as there is some; the ends of batches and what imports tell are counted by their own scenarios. */
const UNCOUNTED = /^(?:analysis\.progress$|batch\.completed$|case\.|debt\.|protest\.|partner\.|registry\.)/;

function checkNumbers({ events, probes, licences, analyses, enquiries }: Stored): string[] {
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
  const wanted = [
    ...probes.flatMap(({ organizationId, id, status }) => [
      `${organizationId} probe.created ${id}`,
      ...(status === 'DONE' ? [`${organizationId} probe.done ${id}`] : []),
      ...(status === 'FAILED' ? [`${organizationId} probe.failed ${id}`] : []),
    ]),
    ...listEnds('cnh', licences, FINAL),
    ...listEnds('analysis', analyses, ENDED),
    ...listEnds('scr', enquiries, SETTLED),
  ];
  const untold = wanted.flatMap((name) => {
    const times = told.get(name) ?? 0;
    return times === 1 ? [] : [`${times} events ${name}`];
  });
  const extra = events.filter(({ type }) => !UNCOUNTED.test(type)).length - wanted.length;
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
  register: Register;
  searched: Searched;
};

export function check(entries: readonly Entry[], stored: Stored, outside: Outside): Faults {
  const { followed, calls, register, searched } = outside;
  const witness = readWitness(entries);
  const rows = listRows(stored);
  const charged = listCharged(stored);
  const witnessed = (invariant: 'I9' | 'I10'): string[] =>
    entries.flatMap((entry) =>
      entry.kind === 'fault' && entry.invariant === invariant ? [entry.detail] : [],
    );
  return {
    I1: [...checkAcknowledged(witness, rows), ...checkRead(stored), ...checkReadAnalyses(stored)],
    I2: checkGhosts(witness, rows),
    I3: [
      ...checkUndone(stored),
      ...checkUndoneLicences(stored),
      ...checkUndoneAnalyses(stored),
      ...checkUndoneEnquiries(stored),
    ],
    I4: [
      ...checkEffects(stored, calls),
      ...checkLicenceEffects(stored, register),
      ...checkAnalysisEffects(stored, searched),
      ...checkEnquiryEffects(stored),
    ],
    I5: [...checkAttempts(stored), ...checkStale(stored, register)],
    I6: [...checkMoney(stored, charged), ...checkConsumption(stored)],
    I7: checkLeft(stored),
    I8: [...stored.auditFaults, ...checkMentions('audit rows', stored.audits, charged)],
    EV: [...checkNumbers(stored), ...checkFollowed(entries, stored, followed)],
    I9: [...witnessed('I9'), ...checkTold(stored, register), ...checkFrozen(stored, searched)],
    I10: witnessed('I10'),
    // Only the scenario itself sees these.
    RG: [],
    RF: [],
    WH: [],
    SL: [],
  };
}

export function countFaults(faults: Faults): number {
  return INVARIANTS.reduce((sum, invariant) => sum + faults[invariant].length, 0);
}

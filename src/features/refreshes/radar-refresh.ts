// One run of `refresh.radar`: what each source of lawsuits has on the document, into the registry. Whoever watches is told by
// the merge itself.
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { RegistryMerger } from '../../platform/imports/live-merges.ts';
import type { Attempt } from '../../platform/jobs/attempt.ts';
import { handleJob } from '../../platform/jobs/registry.ts';
import type { HandledJob } from '../../platform/jobs/registry.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import { hashTicket } from '../../platform/outbound/ticket-hash.ts';
import { collectLawsuits } from '../cases/index.ts';
import type { LawsuitSource } from '../cases/index.ts';
import { RADAR_REFRESH } from './jobs.ts';
import type { ObserveRefresh, RadarPayload } from './jobs.ts';
import { openProgress, sealProgress } from './sealed-ticket.ts';
import type { Progress } from './sealed-ticket.ts';
import { claimRadar, giveUpRefresh, keepTicket, settleRadar } from './store.ts';
import type { ClaimedRadar, HeldRadar } from './store.ts';
import { joinResults, judgeRefresh } from './verdict.ts';
import type { Verdict } from './verdict.ts';

export type RadarRefreshParts = {
  /** None where no source is configured. */
  readonly lawsuits: readonly LawsuitSource[];
  readonly merger: RegistryMerger;
  readonly keyring: Keyring;
  readonly observe: ObserveRefresh;
};

type Asked = { claimed: ClaimedRadar; progress: Progress; signal: AbortSignal };

async function claim(attempt: Attempt<RadarPayload>): Promise<ClaimedRadar | null> {
  let claimed: ClaimedRadar | null = null as ClaimedRadar | null;
  await attempt.progress(async (tx) => {
    claimed = await claimRadar(tx, attempt.organizationId, attempt.payload.radarId);
    // None is no fence: it may have been paused.
    return 1;
  });
  return claimed;
}

function ask(
  { merger }: RadarRefreshParts,
  source: LawsuitSource,
  { claimed, progress, signal }: Asked,
): Promise<Outcome<{ news: number }>> {
  const doc = { kind: claimed.type, value: claimed.document };
  const ticket = progress.tickets[source.name];
  return ticket === undefined
    ? source.start({ doc, askedSince: claimed.asked_since?.toISOString() ?? null, signal })
    : collectLawsuits({ source, merger }, { ticket, doc, signal });
}

/** An answer that cannot be used costs an attempt of the job, unless others are asked too: their answers would be asked for again. */
function judge(parts: RadarRefreshParts, outcome: Outcome<{ news: number }>, ageSeconds: number): Verdict {
  try {
    return judgeRefresh(outcome, ageSeconds);
  } catch (error) {
    if (parts.lawsuits.length === 1) throw error;
    return { kind: 'final', result: 'failed' };
  }
}

/** All that are not through, one after the other: `seconds` until the first of those that wait, null when all are through. */
async function askAll(
  parts: RadarRefreshParts,
  asked: Asked,
): Promise<{ progress: Progress; seconds: number | null }> {
  const tickets = new Map(Object.entries(asked.progress.tickets));
  const results = new Map(Object.entries(asked.progress.results));
  let seconds: number | null = null;
  for (const source of parts.lawsuits.filter(({ name }) => !results.has(name))) {
    const outcome = await ask(parts, source, asked);
    const verdict = judge(parts, outcome, asked.claimed.age_seconds);
    if (verdict.kind === 'final') {
      tickets.delete(source.name);
      results.set(source.name, verdict.result);
    } else {
      if (verdict.ticket !== null) tickets.set(source.name, verdict.ticket);
      seconds = Math.min(seconds ?? verdict.seconds, verdict.seconds);
    }
  }
  const progress = { tickets: Object.fromEntries(tickets), results: Object.fromEntries(results) };
  return { progress, seconds };
}

async function refreshRadar(parts: RadarRefreshParts, attempt: Attempt<RadarPayload>): Promise<void> {
  const { lawsuits, keyring, observe } = parts;
  const claimed = lawsuits.length === 0 ? null : await claim(attempt);
  if (claimed === null) {
    await attempt.settle(() => Promise.resolve(1));
    return;
  }
  const { organizationId, payload, signal } = attempt;
  const held = { organizationId, radarId: payload.radarId, attempt: claimed.attempt };
  const before = openProgress(keyring, held, claimed.wrapped_ticket);
  const { progress, seconds } = await askAll(parts, { claimed, progress: before, signal });
  if (seconds === null) {
    const result = joinResults(Object.values(progress.results));
    await attempt.settle((tx) => settleRadar(tx, held, result));
    observe('radar', result);
    return;
  }
  await postpone(attempt, { held, progress, seconds, keyring });
}

type Waiting = { held: HeldRadar; progress: Progress; seconds: number; keyring: Keyring };

async function postpone(attempt: Attempt<RadarPayload>, waiting: Waiting): Promise<void> {
  const { held, progress, seconds, keyring } = waiting;
  const { tickets, results } = progress;
  if (Object.keys({ ...tickets, ...results }).length === 0) {
    await attempt.postpone(seconds);
    return;
  }
  const sealed = sealProgress(keyring, held, progress);
  const awaited = Object.values(tickets).map((ticket) => hashTicket(keyring, ticket));
  await attempt.postpone(seconds, (tx) => keepTicket(tx, held, sealed), awaited);
}

export function handleRadarRefresh(parts: RadarRefreshParts): HandledJob {
  return handleJob(RADAR_REFRESH, (attempt) => refreshRadar(parts, attempt), {
    onDead: async (tx, { organizationId, payload }) => {
      await giveUpRefresh(tx, 'radar', { organizationId, key: String(payload.radarId) });
      parts.observe('radar', 'failed');
    },
  });
}

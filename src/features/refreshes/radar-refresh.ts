// One run of `refresh.radar`: what each source of lawsuits has on the document, into the registry. Whoever watches is told by
// the merge itself.
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { RegistryMerger } from '../../platform/imports/live-merges.ts';
import type { Attempt } from '../../platform/jobs/attempt.ts';
import { handleJob } from '../../platform/jobs/registry.ts';
import type { HandledJob } from '../../platform/jobs/registry.ts';
import type { Outcome, Ticket } from '../../platform/outbound/outcome.ts';
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

type Refresh = RadarRefreshParts & {
  readonly attempt: Attempt<RadarPayload>;
  readonly claimed: ClaimedRadar;
  readonly held: HeldRadar;
  progress: Progress;
};

async function claim(attempt: Attempt<RadarPayload>): Promise<ClaimedRadar | null> {
  let claimed: ClaimedRadar | null = null as ClaimedRadar | null;
  await attempt.progress(async (tx) => {
    claimed = await claimRadar(tx, attempt.organizationId, attempt.payload.radarId);
    // None is no fence: it may have been paused.
    return 1;
  });
  return claimed;
}

function setTicket(refresh: Refresh, source: LawsuitSource, ticket: Ticket): void {
  const { tickets, results } = refresh.progress;
  refresh.progress = { tickets: { ...tickets, [source.name]: ticket }, results };
}

function sealed({ keyring, held, progress }: Refresh): Buffer {
  return sealProgress(keyring, held, progress);
}

function ask(refresh: Refresh, source: LawsuitSource): Promise<Outcome<{ news: number }>> {
  const { merger, attempt, claimed, held, progress } = refresh;
  const { signal } = attempt;
  const doc = { kind: claimed.type, value: claimed.document };
  const ticket = progress.tickets[source.name];
  const keep = (kept: Ticket): Promise<void> => {
    setTicket(refresh, source, kept);
    return attempt.progress((tx) => keepTicket(tx, held, sealed(refresh)));
  };
  return ticket === undefined
    ? source.start({ doc, askedSince: claimed.asked_since?.toISOString() ?? null, signal })
    : collectLawsuits({ source, merger }, { ticket, doc, signal, keep });
}

/** An answer that cannot be used costs an attempt of the job, unless others are asked too: their answers would be asked for again. */
function judge({ lawsuits, claimed }: Refresh, outcome: Outcome<{ news: number }>): Verdict {
  try {
    return judgeRefresh(outcome, claimed.age_seconds);
  } catch (error) {
    if (lawsuits.length === 1) throw error;
    return { kind: 'final', result: 'failed' };
  }
}

/** All that are not through, one after the other: seconds until the first of those that wait, null when all are through. */
async function askAll(refresh: Refresh): Promise<number | null> {
  let seconds: number | null = null;
  for (const source of refresh.lawsuits.filter(
    ({ name }) => !Object.hasOwn(refresh.progress.results, name),
  )) {
    const verdict = judge(refresh, await ask(refresh, source));
    if (verdict.kind === 'final') {
      const { [source.name]: _ended, ...tickets } = refresh.progress.tickets;
      const results = { ...refresh.progress.results, [source.name]: verdict.result };
      refresh.progress = { tickets, results };
    } else {
      if (verdict.ticket !== null) setTicket(refresh, source, verdict.ticket);
      seconds = Math.min(seconds ?? verdict.seconds, verdict.seconds);
    }
  }
  return seconds;
}

async function postpone(refresh: Refresh, seconds: number): Promise<void> {
  const { attempt, held, keyring } = refresh;
  const { tickets, results } = refresh.progress;
  if (Object.keys({ ...tickets, ...results }).length === 0) {
    await attempt.postpone(seconds);
    return;
  }
  const awaited = Object.values(tickets).map((ticket) => hashTicket(keyring, ticket));
  await attempt.postpone(seconds, (tx) => keepTicket(tx, held, sealed(refresh)), awaited);
}

async function refreshRadar(parts: RadarRefreshParts, attempt: Attempt<RadarPayload>): Promise<void> {
  const { lawsuits, keyring, observe } = parts;
  const claimed = lawsuits.length === 0 ? null : await claim(attempt);
  if (claimed === null) {
    await attempt.settle(() => Promise.resolve(1));
    return;
  }
  const { organizationId, payload } = attempt;
  const held = { organizationId, radarId: payload.radarId, attempt: claimed.attempt };
  const progress = openProgress(keyring, held, claimed.wrapped_ticket);
  const refresh: Refresh = { ...parts, attempt, claimed, held, progress };
  const seconds = await askAll(refresh);
  if (seconds !== null) {
    await postpone(refresh, seconds);
    return;
  }
  const result = joinResults(Object.values(refresh.progress.results));
  await attempt.settle((tx) => settleRadar(tx, held, result));
  observe('radar', result);
}

export function handleRadarRefresh(parts: RadarRefreshParts): HandledJob {
  return handleJob(RADAR_REFRESH, (attempt) => refreshRadar(parts, attempt), {
    onDead: async (tx, { organizationId, payload }) => {
      await giveUpRefresh(tx, 'radar', { organizationId, key: String(payload.radarId) });
      parts.observe('radar', 'failed');
    },
  });
}

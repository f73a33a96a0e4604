// One run of `refresh.radar`: what a source of lawsuits has on the document, into the registry. Whoever watches is told by
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
import { openTicket, sealTicket } from './sealed-ticket.ts';
import { claimRadar, giveUpRefresh, keepTicket, settleRadar } from './store.ts';
import type { ClaimedRadar, HeldRadar } from './store.ts';
import { judgeRefresh } from './verdict.ts';

export type RadarRefreshParts = {
  /** Null where no source is configured. */
  readonly lawsuits: LawsuitSource | null;
  readonly merger: RegistryMerger;
  readonly keyring: Keyring;
  readonly observe: ObserveRefresh;
};

type Asked = { held: HeldRadar; claimed: ClaimedRadar; source: LawsuitSource; signal: AbortSignal };

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
  { merger, keyring }: RadarRefreshParts,
  { held, claimed, source, signal }: Asked,
): Promise<Outcome<{ news: number }>> {
  const doc = { kind: claimed.type, value: claimed.document };
  const { wrapped_ticket: sealed, asked_since: askedSince } = claimed;
  const ticket = sealed === null ? null : openTicket(keyring, held, sealed);
  // A ticket of another connector is from before a change of the settings.
  return ticket === null || ticket.connector !== source.name
    ? source.start({ doc, askedSince: askedSince?.toISOString() ?? null, signal })
    : collectLawsuits({ source, merger }, { ticket, doc, signal });
}

async function refreshRadar(parts: RadarRefreshParts, attempt: Attempt<RadarPayload>): Promise<void> {
  const { lawsuits: source, keyring, observe } = parts;
  const claimed = source === null ? null : await claim(attempt);
  if (source === null || claimed === null) {
    await attempt.settle(() => Promise.resolve(1));
    return;
  }
  const { organizationId, payload, signal } = attempt;
  const held = { organizationId, radarId: payload.radarId, attempt: claimed.attempt };
  const outcome = await ask(parts, { held, claimed, source, signal });
  const verdict = judgeRefresh(outcome, claimed.age_seconds);
  if (verdict.kind === 'final') {
    await attempt.settle((tx) => settleRadar(tx, held, verdict.result));
    observe('radar', verdict.result);
    return;
  }
  const { ticket, seconds } = verdict;
  if (ticket === null) {
    await attempt.postpone(seconds);
    return;
  }
  const sealed = sealTicket(keyring, held, ticket);
  await attempt.postpone(seconds, (tx) => keepTicket(tx, held, sealed), [hashTicket(keyring, ticket)]);
}

export function handleRadarRefresh(parts: RadarRefreshParts): HandledJob {
  return handleJob(RADAR_REFRESH, (attempt) => refreshRadar(parts, attempt), {
    onDead: async (tx, { organizationId, payload }) => {
      await giveUpRefresh(tx, 'radar', { organizationId, key: String(payload.radarId) });
      parts.observe('radar', 'failed');
    },
  });
}

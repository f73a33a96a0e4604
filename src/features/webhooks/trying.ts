// One try: the message is signed with every live secret and posted. Nothing of the answer is kept but what it means.
import { performance } from 'node:perf_hooks';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { CallFailure } from '../../platform/outbound/call-failure.ts';
import type { Poster } from '../../platform/outbound/poster.ts';
import { parseRetryAfter } from '../../platform/outbound/statuses.ts';
import { buildPayload, messageIdOf } from './payload.ts';
import type { WatchedDocument } from './payload.ts';
import { LONGEST_RETRY_AFTER_MS, nameFault } from './rules.ts';
import type { TryResult } from './rules.ts';
import { openSecret } from './sealed-secret.ts';
import type { Claimed } from './sending-store.ts';
import { signMessage } from './signature.ts';

export type Try = { readonly result: TryResult; readonly at: string; readonly tookMs: number };
export type Tryer = (
  claimed: Claimed,
  documents: readonly WatchedDocument[] | null,
  signal: AbortSignal,
) => Promise<Try>;

export type TryerParts = { poster: Poster; keyring: Keyring; clock: Clock };

function openSecrets(keyring: Keyring, claimed: Claimed): Buffer[] {
  const endpoint = { organizationId: claimed.organization_id, endpointId: claimed.endpoint_id };
  return [claimed.wrapped_secret, claimed.wrapped_previous_secret].flatMap((sealed) =>
    sealed === null ? [] : [openSecret(keyring, endpoint, sealed)],
  );
}

export function createTryer({ poster, keyring, clock }: TryerParts): Tryer {
  async function send(
    claimed: Claimed,
    documents: readonly WatchedDocument[] | null,
    signal: AbortSignal,
  ): Promise<TryResult> {
    const event = {
      organizationId: claimed.organization_id,
      endpointId: claimed.endpoint_id,
      deliveryId: claimed.id,
      eventNumber: claimed.event_number,
      type: claimed.event_type,
      at: claimed.event_at,
      data: claimed.data,
    };
    const body = buildPayload(event, documents);
    const message = {
      id: messageIdOf(event),
      timestampSeconds: Math.floor(clock.nowMs() / 1000),
      body,
    };
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Farol-Webhooks/1.0',
      ...signMessage(message, openSecrets(keyring, claimed)),
    };
    try {
      const answer = await poster.post({ url: claimed.url, headers, body, signal });
      const retryAfterMs = parseRetryAfter(answer.headers, clock.nowMs(), LONGEST_RETRY_AFTER_MS);
      return { status: answer.status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    } catch (error) {
      if (error instanceof CallFailure) {
        return { fault: nameFault(error) };
      }
      throw error;
    }
  }

  return async (claimed, documents, signal) => {
    const [at, startedAt] = [clock.now().toISOString(), performance.now()];
    const result = await send(claimed, documents, signal);
    return { result, at, tookMs: Math.round(performance.now() - startedAt) };
  };
}

// What Judit calls us with. A call comes for every case that was found; only the one that says that the search has ended
// is of use, and it comes in two forms (docs.judit.io/webhook/callbacks, seen 2026-11).
import type { LawsuitCallback } from '../../features/cases/ports.ts';
import type { Secret } from '../../platform/secret.ts';
import { SOURCE_NAME } from './mapper.ts';
import { isCallback } from './schemas.ts';

const ENDED: ReadonlySet<string> = new Set(['600', 'REQUEST_COMPLETED']);

function readEnded(body: unknown): string | null {
  if (!isCallback(body) || (body.reference_type ?? 'request') !== 'request') return null;
  const { event_type: event, reference_id: reference, payload } = body;
  const isEnd =
    event === 'request_completed' ||
    (payload?.response_type === 'application_info' && ENDED.has(String(payload.response_data?.code)));
  return isEnd ? (reference ?? payload?.request_id ?? null) : null;
}

export function juditCallback(secret: Secret): LawsuitCallback {
  return { connector: SOURCE_NAME, secret, readEnded };
}

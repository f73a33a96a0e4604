// Follows the events of an organization. Not the browser's own EventSource: that cannot send the header by which the
// server knows our page.
import { PAGE_HEADERS } from './http.ts';

export type FarolEvent = { id: number; type: string; data: Record<string, unknown> };
type Follower = { onEvent(event: FarolEvent): void; onOpen(): void };

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

function readPart(part: string): FarolEvent | null {
  const data = part
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice(6))
    .join('\n');
  return data === '' ? null : (JSON.parse(data) as FarolEvent);
}

/** Resolves when the server ends the stream. */
async function followOnce(
  url: string,
  lastId: number,
  follower: Follower & { signal: AbortSignal },
): Promise<void> {
  const headers = {
    ...PAGE_HEADERS,
    accept: 'text/event-stream',
    ...(lastId > 0 ? { 'last-event-id': String(lastId) } : {}),
  };
  const response = await fetch(url, { headers, signal: follower.signal, credentials: 'same-origin' });
  if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}`);
  follower.onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const parts = `${rest}${read.value}`.split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const event = readPart(part);
      if (event !== null) follower.onEvent(event);
    }
  }
}

/** Comes back by itself and misses nothing in between; returns how to stop. */
export function followEvents(organizationId: number, follower: Follower): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastId = 0;
  const onEvent = (event: FarolEvent): void => {
    lastId = event.id;
    follower.onEvent(event);
  };
  void (async () => {
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const onOpen = (): void => {
        pauseMs = FIRST_PAUSE_MS;
        follower.onOpen();
      };
      const url = `/v1/organization/${organizationId}/events?start=newest`;
      await followOnce(url, lastId, { onEvent, onOpen, signal }).catch(() => undefined);
      await new Promise<void>((resolve) => {
        setTimeout(resolve, signal.aborted ? 0 : pauseMs);
      });
    }
  })();
  return () => stopping.abort();
}

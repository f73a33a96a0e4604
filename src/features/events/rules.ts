// Pure decisions of the feed: which form is asked for, from where, and how events are written in it.
import type { EventText } from './queries.ts';

const POSITION = /^(?:0|[1-9]\d{0,15})$/;

export function wantsStream(accept: string | undefined): boolean {
  return (accept ?? '')
    .split(',')
    .some((range) => range.split(';', 1)[0]?.trim().toLowerCase() === 'text/event-stream');
}

/**
 * A browser that comes back sends the id it saw last and asks the same address as before, so the header goes before the
 * parameter. Null when the header is not an id.
 */
export function startOfStream(lastEventId: string | undefined, after: number): number | null {
  if (lastEventId === undefined || lastEventId === '') {
    return after;
  }
  const position = POSITION.test(lastEventId) ? Number(lastEventId) : Number.NaN;
  return Number.isSafeInteger(position) ? position : null;
}

export function buildFeed(events: readonly EventText[], after: number): string {
  return `{"events":[${events.map(({ json }) => json).join(',')}],"next":${events.at(-1)?.id ?? after}}`;
}

/** JSON text has no line ends of its own, so each event is one `data` line. */
export function buildStreamPart(events: readonly EventText[]): string {
  return events.map(({ id, type, json }) => `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`).join('');
}

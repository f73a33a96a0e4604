// One stream for the whole page; parts of it say what they wait for.
import { createContext, use, useEffect, useMemo, useRef } from 'react';
import type { JSX, ReactNode } from 'react';
import { followEvents } from '../../api/event-stream.ts';
import type { FarolEvent } from '../../api/event-stream.ts';

/** Null when the stream has come back: something may have happened meanwhile. */
type Listener = (event: FarolEvent | null) => void;
type Feed = { listen(listener: Listener): () => void };

/**
 * Whoever asks and then begins to wait may have been told of the end before the answer to the question was there, so what came
 * lately is told to new listeners too. Longer than any question takes.
 */
const RECENT_MS = 60_000;
type Recent = { event: FarolEvent; atMs: number };

const FeedContext = createContext<Feed | null>(null);

export function EventsProvider({
  organizationId,
  children,
}: {
  organizationId: number | null;
  children: ReactNode;
}): JSX.Element {
  const listeners = useRef(new Set<Listener>());
  const recent = useRef<readonly Recent[]>([]);
  useEffect(() => {
    if (organizationId === null) return undefined;
    recent.current = [];
    const tell = (event: FarolEvent | null): void => {
      const atMs = performance.now();
      if (event !== null)
        recent.current = [...recent.current, { event, atMs }].filter((each) => atMs - each.atMs < RECENT_MS);
      listeners.current.forEach((listener) => listener(event));
    };
    return followEvents(organizationId, { onEvent: tell, onOpen: () => tell(null) });
  }, [organizationId]);
  const feed = useMemo<Feed>(
    () => ({
      listen: (listener) => {
        listeners.current.add(listener);
        const nowMs = performance.now();
        recent.current.filter(({ atMs }) => nowMs - atMs < RECENT_MS).forEach(({ event }) => listener(event));
        return () => listeners.current.delete(listener);
      },
    }),
    [],
  );
  return <FeedContext value={feed}>{children}</FeedContext>;
}

/** Calls for every event, and once whenever the stream opens; pass null to rest. */
export function useEvents(listener: Listener | null): void {
  const feed = use(FeedContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  const isListening = listener !== null;
  useEffect(
    () => (isListening ? feed?.listen((event) => latest.current?.(event)) : undefined),
    [feed, isListening],
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FarolEvent } from '../../api/event-stream.ts';
import { useEvents } from '../events/events-context.tsx';

/** Documents of a batch end by the dozen; they are asked for once. */
const PAUSE_MS = 1000;

type Live = { isOn?: boolean; pauseMs?: number };

/**
 * Asks anew for what stands under these keys while a batch goes on: every one of its documents ends as an analysis does,
 * which is told by an event, and so is the end of the batch itself.
 */
export function useLiveBatches(
  keys: readonly string[],
  { isOn = true, pauseMs = PAUSE_MS }: Live = {},
): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (): void => {
    timer.current = undefined;
    for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
  };
  const onEvent = (event: FarolEvent | null): void => {
    if (event !== null && !/^(?:analysis|batch)\./.test(event.type)) return;
    // What waits to be asked is not put off: where something ends all the time, it would never be.
    timer.current ??= setTimeout(ask, pauseMs);
  };
  useEvents(isOn ? onEvent : null);
}

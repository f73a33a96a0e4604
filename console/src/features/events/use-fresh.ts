import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useEvents } from './events-context.tsx';

/** An import may tell of thousands of things at once; they are asked for once. */
const SETTLE_MS = 400;

/** How far something has come is told where it is watched, and by its end to everybody. */
export function isNews(type: string): boolean {
  return !type.endsWith('.progress');
}

/** Asks anew for what stands under these keys whenever something happened. */
export function useFreshOnEvents(keys: readonly string[], isOfInterest: (type: string) => boolean): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents((event) => {
    if (event !== null && !isOfInterest(event.type)) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
    }, SETTLE_MS);
  });
}

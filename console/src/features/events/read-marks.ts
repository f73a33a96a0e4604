// What the user has read is kept by the server: all up to one event, and single ones above it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import type { EventMarks } from '../../api/shapes.ts';

export const MARKS_KEY = 'event-marks';

const NONE: EventMarks = { readUpTo: 0, readIds: [] };

export type Reading = {
  isRead(id: number): boolean;
  markRead(id: number): void;
  markAll(upTo: number): void;
};

function isAmong({ readUpTo, readIds }: EventMarks, id: number): boolean {
  return id <= readUpTo || readIds.includes(id);
}

/** Shown at once, before the server has answered. */
function addMarks(known: EventMarks, { readUpTo = 0, readIds = [] }: Partial<EventMarks>): EventMarks {
  return {
    readUpTo: Math.max(known.readUpTo, readUpTo),
    readIds: [...known.readIds, ...readIds].filter((id) => id > readUpTo),
  };
}

export function useReadMarks(organizationId: number): Reading {
  const client = useQueryClient();
  const path = `/v1/organization/${organizationId}/events/marks`;
  const queryKey = [MARKS_KEY, organizationId];
  const { data: marks } = useQuery({
    queryKey,
    queryFn: () => call<EventMarks>(path),
    enabled: organizationId > 0,
  });
  const { mutate } = useMutation({
    mutationFn: (read: Partial<EventMarks>) => call<EventMarks>(path, { method: 'PATCH', body: read }),
    onMutate: (read) => {
      client.setQueryData<EventMarks>(queryKey, (known) => addMarks(known ?? NONE, read));
    },
    onSuccess: (kept) => {
      client.setQueryData<EventMarks>(queryKey, kept);
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
  // Until it is known nothing is called unread.
  const isRead = (id: number): boolean => marks === undefined || isAmong(marks, id);
  return {
    isRead,
    markRead: (id) => {
      if (!isRead(id)) mutate({ readIds: [id] });
    },
    markAll: (upTo) => mutate({ readUpTo: upTo }),
  };
}

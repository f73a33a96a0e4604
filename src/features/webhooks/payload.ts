// What is sent: the event as the feed tells it, in the shape that Standard Webhooks advises. Thin: ids and states, and a
// document only where the organization asked for it.

export type SentEvent = {
  readonly organizationId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  /** Null for a test. */
  readonly eventNumber: string | null;
  readonly type: string;
  readonly at: Date;
  /** JSON text, as the database keeps it. */
  readonly data: string;
};

export type WatchedDocument = {
  readonly radarId: number;
  readonly type: string;
  readonly document: string;
};

/** The same at every try and every replay: receivers tell by it what they have had already. */
export function messageIdOf({
  endpointId,
  eventNumber,
  deliveryId,
}: Pick<SentEvent, 'endpointId' | 'eventNumber' | 'deliveryId'>): string {
  return eventNumber === null ? `msg_${endpointId}_test_${deliveryId}` : `msg_${endpointId}_${eventNumber}`;
}

export function buildPayload(event: SentEvent, documents: readonly WatchedDocument[] | null): string {
  const head = [
    `"type":${JSON.stringify(event.type)}`,
    `"timestamp":${JSON.stringify(event.at.toISOString())}`,
    `"id":${event.eventNumber ?? 'null'}`,
    `"organizationId":${event.organizationId}`,
    `"data":${event.data}`,
  ];
  return `{${[...head, ...(documents === null ? [] : [`"documents":${JSON.stringify(documents)}`])].join(',')}}`;
}

/** The radars that an event names. */
export function radarIdsOf(data: string): number[] {
  const { radarId, radarIds } = JSON.parse(data) as { radarId?: unknown; radarIds?: unknown };
  const named = [radarId, ...(Array.isArray(radarIds) ? (radarIds as unknown[]) : [])];
  return named.filter((id): id is number => Number.isSafeInteger(id));
}

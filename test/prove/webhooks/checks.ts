// Holds what receivers got and what the log of deliveries says against the events there are.
import { Webhook } from 'standardwebhooks';
import type { Logged, Made, Office } from './office.ts';

type Event = Awaited<ReturnType<Office['events']>>[number];

const MOST_TRIES = 10;

function isFor({ share }: Made, { type }: Event): boolean {
  return share === 'all' || type === 'proof.few' || (share === 'some' && type === 'proof.some');
}

const nameOf = (endpointId: number, number: number): string => `msg_${endpointId}_${number}`;

/** Null: all is well. */
function judge(made: Made, event: Event, logged: Logged | undefined): string | null {
  const message = nameOf(made.endpointId, event.number);
  if (logged === undefined) return `${made.kind}: nothing is known of ${message}`;
  const times = made.accepted.get(message) ?? 0;
  const got = `${made.kind}: ${message} is ${logged.status} and was taken ${times} times`;
  switch (logged.status) {
    case 'DELIVERED':
      return times > 0 ? null : got;
    case 'EXHAUSTED':
      return times === 0 && logged.tries >= MOST_TRIES && made.fate === 'exhausted'
        ? null
        : `${got}, tried ${logged.tries}`;
    default:
      return logged.endpointStatus === 'DISABLED' && made.fate !== 'delivered' ? null : got;
  }
}

/** Every event is delivered, given up or waiting for all to see, and nothing else is. */
export function checkFates(
  made: readonly Made[],
  events: readonly Event[],
  logged: readonly Logged[],
): string[] {
  const rows = Map.groupBy(logged, ({ endpointId, number }) => nameOf(endpointId, number));
  const wanted = made.flatMap((one) =>
    events.filter((event) => isFor(one, event)).map((event) => ({ one, event })),
  );
  const expected = new Set(wanted.map(({ one, event }) => nameOf(one.endpointId, event.number)));
  return [
    ...wanted.flatMap(({ one, event }) => {
      const found = rows.get(nameOf(one.endpointId, event.number)) ?? [];
      if (found.length > 1) return [`${one.kind}: ${found.length} deliveries of one event`];
      return judge(one, event, found[0]) ?? [];
    }),
    ...[...rows.keys()].flatMap((name) => (expected.has(name) ? [] : [`nobody asked for ${name}`])),
  ];
}

/** What arrived is signed by its secret, and is about an event there is. */
export function checkReceipts(made: readonly Made[], events: readonly Event[]): string[] {
  const names = new Map(events.map(({ number, name }) => [number, name]));
  return made.flatMap(({ kind, secret, receiver }) => {
    const signer = new Webhook(secret);
    return receiver.receipts.flatMap(({ id, timestamp, headers, body }) => {
      const {
        type,
        id: number,
        data,
      } = JSON.parse(body) as {
        type: string;
        id: number;
        data: { name?: string };
      };
      if (!type.startsWith('proof.')) return [];
      if (headers['webhook-signature'] !== signer.sign(id, new Date(timestamp * 1000), body)) {
        return [`${kind}: ${id} is not signed`];
      }
      return names.get(number) === data.name && id.endsWith(`_${number}`)
        ? []
        : [`${kind}: ${id} tells of another event`];
    });
  });
}

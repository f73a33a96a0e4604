// A client that follows the feed as a stream of server-sent events, through the real API and with the worker that numbers.
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../src/platform/db/client.ts';
import { grantScope } from '../src/platform/db/scope.ts';
import { recordEvents } from '../src/platform/effects/record.ts';
import type { Crew } from './probes.ts';
import { percentile } from './statistics.ts';

const EVENTS = 100;
const PATIENCE_MS = 30_000;
/** Not in step with anything that the sequencer does. */
const PAUSE_MS = 17;

let rounds = 0;

/** Where the feed ends once everything that was measured before is numbered. */
async function readEnd(databaseUrl: string): Promise<string> {
  return withClient(databaseUrl, 'bench', async (client) => {
    for (;;) {
      const { rows } = await client.query<{ behind: boolean; last: string }>(
        `select exists (select from farol.events where number is null) as behind,
           (select coalesce(max(number), 0)::text from farol.events where organization_id = 1) as last`,
      );
      if (rows[0]?.behind === false) return rows[0].last;
      await sleep(PAUSE_MS);
    }
  });
}

async function follow(
  { api, bearer, databaseUrl }: Crew,
  onText: (text: string) => void,
): Promise<() => void> {
  const headers = { ...bearer, accept: 'text/event-stream', 'last-event-id': await readEnd(databaseUrl) };
  const asking = request(`${api.origin}/v1/organization/1/events`, { headers, agent: false }).end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The feed answered ${response.statusCode}`);
  response.setEncoding('utf8').on('data', onText);
  return () => asking.destroy();
}

/** The time runs from before the commit is sent, so it holds the flush to disk. */
export async function measureFeedDelay(crew: Crew): Promise<number> {
  rounds += 1;
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const all = Promise.withResolvers<void>();
  const name = new RegExp(`"feed-${rounds}-\\d+"`, 'g');
  const leave = await follow(crew, (text) => {
    for (const [found] of text.matchAll(name)) {
      delays.push(performance.now() - (sentAt.get(found.slice(1, -1)) ?? Number.NaN));
      if (delays.length === EVENTS) all.resolve();
    }
  });
  for (let index = 0; index < EVENTS; index += 1) {
    const id = `feed-${rounds}-${index}`;
    await crew.database.transaction(grantScope([1]), async (tx) => {
      recordEvents(tx, [{ organizationId: 1, type: 'bench.happened', data: { id } }]);
      sentAt.set(id, performance.now());
    });
    await sleep(PAUSE_MS);
  }
  const isInTime = await Promise.race([
    all.promise.then(() => true),
    sleep(PATIENCE_MS, false, { ref: false }),
  ]);
  leave();
  if (!isInTime) throw new Error(`The follower saw ${delays.length} of ${EVENTS} events`);
  return percentile(delays, 95);
}

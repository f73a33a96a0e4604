// A client of the event feed that runs through the whole scenario: cut off, it comes back with the last number it saw.
import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOfOthers, writeFault } from './answers.ts';
import type { Surroundings } from './clients.ts';

export type Follower = {
  readonly organizationId: number;
  seen(): number;
  close(): Promise<void>;
};

const COME_BACK_MS = 100;

/** What an event is about stands under another name in each capability. */
type About = {
  id?: string;
  requestId?: string;
  enquiryId?: string;
  userPlanConsumeAnalyticsId?: number;
  batchId?: number;
};

function subjectOf({ id, requestId, enquiryId, userPlanConsumeAnalyticsId, batchId }: About): string {
  return String(id ?? requestId ?? enquiryId ?? userPlanConsumeAnalyticsId ?? batchId ?? '');
}

export function startFollower({ world, journal, random }: Surroundings, organizationId: number): Follower {
  const closing = new AbortController();
  let current: ClientRequest | null = null;
  let last = 0;
  let seen = 0;

  function take(text: string): void {
    const line = text.split('\n').find((part) => part.startsWith('data: '));
    if (line === undefined) return;
    const event = JSON.parse(line.slice('data: '.length)) as { id: number; data: About };
    const id = subjectOf(event.data);
    last = event.id;
    seen += 1;
    void journal.write({ kind: 'followed', organizationId, number: event.id, id });
    if (isOfOthers(line, organizationId)) {
      void writeFault(journal, 'I9', `organization ${organizationId} was told of another's event`);
    }
  }

  /** Resolves when the stream has ended, in whatever way. */
  function follow(): Promise<void> {
    return new Promise((resolve) => {
      const headers = {
        accept: 'text/event-stream',
        authorization: `Bearer ${world.tokens.get(organizationId) ?? ''}`,
        'last-event-id': String(last),
      };
      const url = `${random.pick(world.addresses())}/v1/organization/${organizationId}/events`;
      current = request(url, { headers, agent: false }, (response) => {
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          const parts = (rest + chunk).split('\n\n');
          rest = parts.pop() ?? '';
          if (response.statusCode === 200) parts.forEach(take);
        });
        response.on('error', () => resolve());
        response.on('close', () => resolve());
      });
      current.on('error', () => resolve());
      current.end();
    });
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await follow();
      await sleep(COME_BACK_MS);
    }
  }

  const running = run();
  return {
    organizationId,
    seen: () => seen,
    close: async () => {
      closing.abort();
      current?.destroy();
      await running;
    },
  };
}

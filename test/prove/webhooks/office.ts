import type { Config } from '../../../src/config.ts';
// The organization whose events are sent: its webhooks, what happens to it, and what its delivery log says.
import { connect } from '../../../src/connect.ts';
import { createWebhookService } from '../../../src/features/webhooks/index.ts';
import { createKeyring, readKeyFile } from '../../../src/platform/crypto/keyring.ts';
import { grantScope } from '../../../src/platform/db/scope.ts';
import { recordEvents } from '../../../src/platform/effects/record.ts';
import { createLog } from '../../../src/platform/log.ts';
import { noteCanary } from '../../support/canaries.ts';
import { withKeptClient } from '../../support/kept-connections.ts';
import type { Played, Share } from './receivers.ts';

const ORGANIZATION = 1;
const TYPES: Readonly<Record<Share, readonly string[]>> = {
  all: [],
  some: ['proof.some', 'proof.few'],
  few: ['proof.few'],
};

export type Made = Played & { endpointId: number; secret: string };
export type Logged = {
  endpointId: number;
  number: number;
  type: string;
  status: string;
  tries: number;
  endpointStatus: string;
};

export type Office = {
  make(played: Played): Promise<Made>;
  /** Resolves at the commit. */
  happen(names: readonly string[]): Promise<void>;
  enable(made: Made): Promise<void>;
  /** Everything that was given up. */
  replay(made: Made): Promise<void>;
  events(): Promise<{ number: number; type: string; name: string }[]>;
  logged(): Promise<Logged[]>;
  /** What is due at that time; what is under way is not. */
  countDue(offsetMs: number): Promise<number>;
  /** What is neither delivered nor given up, and not stopped either. */
  countUnderWay(): Promise<number>;
  close(): Promise<void>;
};

/** One event in ten is for those that take some, one in a hundred also for those that take few. */
function typeOf(happened: number): string {
  return happened % 100 === 0 ? 'proof.few' : happened % 10 === 0 ? 'proof.some' : 'proof.any';
}

function openLog(databaseUrl: string): Pick<Office, 'events' | 'logged' | 'countDue' | 'countUnderWay'> {
  const query = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    withKeptClient(databaseUrl, async (client) => (await client.query(sql, values)).rows as Row[]);
  return {
    events: () =>
      query(
        `select number::integer as number, type, data ->> 'name' as name from farol.events
         where organization_id = $1 and type like 'proof.%' order by number`,
        [ORGANIZATION],
      ),
    logged: () =>
      query(
        `select d.endpoint_id::integer as "endpointId", d.event_number::integer as number, d.event_type as type, d.status,
           jsonb_array_length(d.history) as tries, w.status as "endpointStatus"
         from farol.webhook_deliveries d join farol.webhook_endpoints w on w.id = d.endpoint_id
         where d.event_type like 'proof.%'`,
      ),
    countDue: async (offsetMs) => {
      const [row] = await query<{ due: number }>(
        `select (select count(*) from farol.events where number is null)::integer
           + (select count(*) from farol.webhook_cursors c join farol.sequence_heads h using (organization_id)
              where h.event_number > c.event_number)::integer
           + (select count(*) from farol.webhook_deliveries d join farol.webhook_endpoints w on w.id = d.endpoint_id
              where d.status = 'PENDING' and w.status = 'ENABLED'
                and d.due_at <= now() + $1 * interval '1 millisecond')::integer as due`,
        [offsetMs],
      );
      return row?.due ?? 0;
    },
    countUnderWay: async () => {
      const [row] = await query<{ left: number }>(
        `select count(*)::integer as left from farol.webhook_deliveries d
         join farol.webhook_endpoints w on w.id = d.endpoint_id
         where d.status = 'PENDING' and w.status = 'ENABLED'`,
      );
      return row?.left ?? 0;
    },
  };
}

export function openOffice(config: Config, databaseUrl: string): Office {
  const log = createLog({ level: 'silent', process: 'prove' });
  const database = connect({ config, databaseUrl, log }, 'farol_app', 'prove webhooks');
  const keyring = createKeyring(readKeyFile(config.keyFile));
  const service = createWebhookService({ database, keyring, mayUseLoopback: true });
  const scope = grantScope([ORGANIZATION]);
  const doing = { entry: { organizationId: ORGANIZATION, scope }, actor: 'prove', idempotency: null };
  let happened = 0;
  return {
    make: async (played) => {
      const fields = {
        url: played.receiver.url,
        description: played.kind,
        eventTypes: TYPES[played.share],
        includeDocuments: false,
      };
      const made = JSON.parse(await service.act(doing, { kind: 'create', fields })) as {
        id: number;
        secret: string;
      };
      noteCanary(made.secret);
      return { ...played, endpointId: made.id, secret: made.secret };
    },
    happen: (names) =>
      database.transaction(scope, (tx) =>
        recordEvents(
          tx,
          names.map((name) => ({
            organizationId: ORGANIZATION,
            type: typeOf((happened += 1)),
            data: { name },
          })),
        ),
      ),
    enable: async ({ endpointId }) => {
      await service.act(doing, { kind: 'enable', endpointId });
    },
    replay: async ({ endpointId }) => {
      const range = {
        from: '2000-01-01T00:00:00Z',
        to: '2999-01-01T00:00:00Z',
        status: 'EXHAUSTED',
      } as const;
      for (let after: number | null = 0; after !== null;) {
        const act = { kind: 'replay', endpointId, wanted: { ...range, after } } as const;
        ({ next: after } = JSON.parse(await service.act(doing, act)) as { next: number | null });
      }
    },
    ...openLog(databaseUrl),
    close: () => database.close(),
  };
}

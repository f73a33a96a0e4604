// The sandbox's sources behind real sockets, with a fate for single documents at the driver register and the credit register,
// and a memory of what was told of whom on which day.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { licenceOf } from '../../../sandbox/server/licences.ts';
import type { Licence } from '../../../sandbox/server/licences.ts';
import { createSandboxListener } from '../../../sandbox/server/server.ts';
import { createWorld } from '../../../sandbox/server/world.ts';
import type { World as SandboxWorld } from '../../../sandbox/server/world.ts';
import { localDate } from '../../../src/documents/local-date.ts';

/** What becomes of a call instead of an answer. */
export type Spoiling = (socket: Socket, response: ServerResponse) => void;
export type Fate = { spoil: Spoiling; calls: number };
/** `isAnswered`: a whole answer was sent; one that waits behind a broken answer on the same connection never is. */
type Call = { document: string; atMs: number; isSpoilt: boolean; isAnswered: boolean };

export type LicenceSource = {
  readonly url: string;
  readonly sandbox: SandboxWorld;
  /** To the driver register, in the order in which they came. */
  readonly calls: readonly Call[];
  /** And to the credit register. */
  readonly creditCalls: readonly Call[];
  /** The next so many calls for the document are spoilt. */
  doom(document: string, fate: Fate): void;
  /** What it told of a document: the last and those before, the newest first. */
  toldOf(document: string): readonly (Licence | null)[];
  /** Calls that have no answer yet. */
  open(): number;
  /** The most calls that were open at the same time. */
  mostOpen(): number;
  /** How long each call was open that it never answered. */
  readonly heldMs: readonly number[];
  close(): Promise<void>;
};

const ROUTES = {
  senatran: /^\/v1\/condutores\/cpf\/(\d{11})$/,
  pluggy: /^\/items\/sandbox-(\d{11})\/scr(?:\?|$)/,
} as const;
type Asked = { source: keyof typeof ROUTES; document: string };

function readAsked(url: string): Asked | null {
  const sources = Object.keys(ROUTES) as Asked['source'][];
  const [asked] = sources.flatMap((source) => {
    const document = ROUTES[source].exec(url)?.[1];
    return document === undefined ? [] : [{ source, document }];
  });
  return asked ?? null;
}

export async function startLicenceSource(): Promise<LicenceSource> {
  // By the true clock: what was begun is looked for by when it was.
  const sandbox = createWorld(() => localDate(Date.now()), Date.now);
  const answer = createSandboxListener(sandbox);
  const calls: Record<Asked['source'], Call[]> = { senatran: [], pluggy: [] };
  const heldMs: number[] = [];
  const fates = new Map<string, Fate>();
  const days = new Map<string, string[]>();
  let open = 0;
  let mostOpen = 0;

  function note(response: ServerResponse, { source, document }: Asked, isSpoilt: boolean): void {
    const atMs = performance.now();
    const call = { document, atMs, isSpoilt, isAnswered: false };
    calls[source].push(call);
    if (!isSpoilt && source === 'senatran')
      days.set(document, [sandbox.today(), ...(days.get(document) ?? [])]);
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once('finish', () => {
      call.isAnswered = true;
    });
    response.once('close', () => {
      open -= 1;
      if (!response.writableEnded) heldMs.push(performance.now() - atMs);
    });
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const asked = readAsked(request.url ?? '');
    const fate = asked === null ? undefined : fates.get(asked.document);
    const isSpoilt = fate !== undefined && fate.calls > 0;
    if (asked !== null) note(response, asked, isSpoilt);
    if (asked !== null && isSpoilt) {
      fate.calls -= 1;
      sandbox.count(asked.source, asked.document);
      fate.spoil(request.socket, response);
    } else {
      answer(request, response);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sandbox,
    calls: calls.senatran,
    creditCalls: calls.pluggy,
    heldMs,
    doom: (document, fate) => fates.set(document, { ...fate }),
    toldOf: (document) => (days.get(document) ?? []).map((day) => licenceOf(document, day, null)),
    open: () => open,
    mostOpen: () => mostOpen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

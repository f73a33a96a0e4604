// A source that takes a paid question, gives a ticket, and has the answer ready only later. Asked over a real socket by the
// same client that every connector uses.
import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { openTestClient, startUpstream } from '../../src/platform/outbound/fixtures/upstream.ts';
import type { Outcome, Ticket } from '../../src/platform/outbound/outcome.ts';
import { defineAnswer } from '../../src/platform/outbound/shapes.ts';
import type { AnswerReader } from '../../src/platform/outbound/shapes.ts';
import type { Question } from '../../src/platform/outbound/source-client.ts';

export type TicketSource = {
  /** Every question that reached the source, by the document it was about. */
  readonly started: readonly string[];
  readonly refs: readonly string[];
  collected(): number;
  /** From now on answers are there; before, whoever comes back is told to wait. */
  finish(): void;
  /** Whoever comes back meets a failure. */
  fail(isFailing: boolean): void;
  start<T>(document: string, signal?: AbortSignal): Promise<Outcome<T>>;
  collect<T>(ticket: Ticket, read: (document: string) => T): Promise<Outcome<T>>;
};

const NAME = 'tested';
const CHECK_AFTER_MS = 1000;
const taken = defineAnswer(Type.Object({ ref: Type.String() }));
const answered = defineAnswer(Type.Object({ document: Type.String() }));

const readTicket = <T>(): AnswerReader<T> =>
  taken<T>({
    isAbout: null,
    read: ({ ref }) => ({
      kind: 'pending',
      checkAfterMs: CHECK_AFTER_MS,
      ticket: { connector: NAME, ref, startedAt: '2026-11-15T00:00:00.000Z', step: 'QUEUE' },
    }),
  });

/** Ends with the test that starts it. */
export async function startTicketSource(): Promise<TicketSource> {
  const documents = new Map<string, string>();
  const started: string[] = [];
  let [collects, isFinished, isFailing] = [0, false, false];
  const upstream = await startUpstream((request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const part = (request.url ?? '').split('/').at(-1) ?? '';
    if (request.method === 'POST') {
      const ref = `ticket-${randomUUID()}`;
      started.push(part);
      documents.set(ref, part);
      send(202, { ref });
      return;
    }
    collects += 1;
    if (isFailing) send(500, {});
    else if (isFinished) send(200, { document: documents.get(part) });
    else send(202, { ref: part });
  });
  const { client } = openTestClient(upstream.url);
  const ask = <T>(question: Pick<Question<T>, 'method' | 'path' | 'answers'>): Promise<Outcome<T>> =>
    client.ask<T>({
      route: '/questions/{id}',
      // What starts is paid, and so is never put twice; coming back is free.
      isRepeatable: question.method === 'GET',
      costCents: question.method === 'GET' ? 0 : 500,
      ...question,
    });
  return {
    started,
    get refs() {
      return [...documents.keys()];
    },
    collected: () => collects,
    finish: () => {
      isFinished = true;
    },
    fail: (wanted) => {
      isFailing = wanted;
    },
    start: (document) =>
      ask({ method: 'POST', path: `/questions/${document}`, answers: { 202: readTicket() } }),
    collect: <T>(ticket: Ticket, read: (document: string) => T) =>
      ask<T>({
        method: 'GET',
        path: `/questions/${ticket.ref}`,
        answers: {
          200: answered<T>({
            isAbout: null,
            read: ({ document }) => ({ kind: 'ready', value: read(document) }),
          }),
          202: readTicket(),
        },
      }),
  };
}

// The one way out: every connector asks its source through a client made here. In the order in which a call meets them:
// breaker, bulkhead, pace, deadline, repeats, credentials, one exchange, and the reading of its answer.
import { timeout, TimeoutStrategy, wrap } from 'cockatiel';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { BaseAddress } from './base-address.ts';
import { CallFailure } from './call-failure.ts';
import { createAuthorizer } from './credentials.ts';
import type { Authorizer, Credentials } from './credentials.ts';
import { createExchanger } from './exchange.ts';
import type { Exchanger, Received } from './exchange.ts';
import { NO_FIGURES } from './figures.ts';
import type { SourceObserver } from './figures.ts';
import { createGates } from './gates.ts';
import type { GateSettings, GateState } from './gates.ts';
import type { ClientCertificate, ResolveAll } from './guarded-connector.ts';
import type { Outcome } from './outcome.ts';
import { repeatsFor } from './repeats.ts';
import { createReport } from './report.ts';
import type { CallProgress } from './report.ts';
import type { AnswerReader, Reading } from './shapes.ts';
import { describeStatus } from './statuses.ts';

export type SourceSettings = GateSettings & {
  readonly name: string;
  readonly base: BaseAddress;
  readonly credentials: Credentials;
  readonly certificate?: ClientCertificate;
  /** PEM certificates to trust instead of the usual ones. */
  readonly trusted?: string;
  /** For a whole call: repeats, waiting for headers and reading the body included. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly repeats: { readonly most: number; readonly firstDelayMs: number };
};

export type Question<T> = {
  /** With placeholders, such as `/v1/condutores/cpf/{cpf}`: this is what logs show. */
  readonly route: string;
  readonly method: 'GET' | 'POST';
  /** As asked, with its query; holds documents and is never logged. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** False for whatever may be charged or counted twice. */
  readonly isRepeatable: boolean;
  /** What an answer costs. */
  readonly costCents: number;
  /** True where it costs something whether or not the operator has told how much. */
  readonly isPaid?: boolean;
  /** What the source itself says that the answer cost; it goes before `costCents`. */
  readonly readCost?: (headers: Received['headers']) => number | undefined;
  /** How answers with these statuses are read; any other status is a failure. */
  readonly answers: Readonly<Record<number, AnswerReader<T>>>;
  readonly signal?: AbortSignal;
};

export type SourceState = GateState & { readonly lastSuccessAt: Date | null };

export type SourceClient = {
  readonly name: string;
  ask<T>(question: Question<T>): Promise<Outcome<T>>;
  state(): SourceState;
  close(): Promise<void>;
};

export type SourceSurroundings = {
  log: Log;
  clock: Clock;
  figures?: SourceObserver;
  /** Tests bring names of their own; nothing else replaces the system's. */
  resolve?: ResolveAll;
};

/** Within the deadline, and not all of it. */
const LONGEST_CONNECT_MS = 5000;

type Parts = {
  settings: SourceSettings;
  exchanger: Exchanger;
  authorizer: Authorizer;
  clock: Clock;
  close(): Promise<void>;
};

/** Once, and once more with a new token when the source no longer takes the one that was kept. */
async function exchangeAuthorized<T>(
  { settings, exchanger, authorizer }: Parts,
  question: Question<T>,
  signal: AbortSignal,
): Promise<Received> {
  const attempt = async (refused?: Record<string, string>): Promise<Received> => {
    const shown = await authorizer.headers(refused);
    const received = await exchanger.exchange({
      method: question.method,
      path: `${settings.base.prefix}${question.path}`,
      headers: {
        ...question.headers,
        ...shown,
        ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(question.body === undefined ? {} : { body: JSON.stringify(question.body) }),
      signal,
      readsBodyOf: (status) => Object.hasOwn(question.answers, status),
    });
    return received.status === 401 && authorizer.canRenew && refused === undefined
      ? attempt(shown)
      : received;
  };
  return attempt();
}

async function tryOnce<T>(
  parts: Parts,
  question: Question<T>,
  progress: CallProgress,
  signal: AbortSignal,
): Promise<Reading<T>> {
  progress.tries += 1;
  const { status, headers, bytes } = await exchangeAuthorized(parts, question, signal);
  progress.status = status;
  progress.bytes = bytes.length;
  const toldCents = question.readCost?.(headers);
  if (toldCents !== undefined) progress.toldCents = toldCents;
  const reader = question.answers[status];
  if (reader === undefined) {
    throw describeStatus(status, headers, parts.clock.nowMs());
  }
  const reading = reader(bytes, status);
  if (reading.kind === 'failed') {
    const { code, text, ...rest } = reading.fault;
    throw new CallFailure(code, text, { sent: 'ANSWERED', status, ...rest });
  }
  progress.raw = bytes;
  return reading;
}

/** The deadline came while the call was not on the wire but waited for a turn. */
const tooLate = (): CallFailure =>
  new CallFailure('TIMEOUT', 'The source did not answer in time', { sent: 'MAYBE' });

function openParts(settings: SourceSettings, { clock, resolve }: SourceSurroundings): Parts {
  const { credentials, concurrency, deadlineMs } = settings;
  const open = (base: BaseAddress, connections: number): Exchanger =>
    createExchanger({
      ...settings,
      base,
      connections,
      connectTimeoutMs: Math.min(deadlineMs, LONGEST_CONNECT_MS),
      ...(resolve === undefined ? {} : { resolve }),
    });
  const exchanger = open(settings.base, concurrency);
  const tokenBase = credentials.kind === 'token' ? credentials.base : undefined;
  const tokens = tokenBase === undefined ? exchanger : open(tokenBase, 1);
  const close = async (): Promise<void> => {
    await Promise.all([exchanger.close(), tokens.close()]);
  };
  return { settings, exchanger, authorizer: createAuthorizer(credentials, tokens, deadlineMs), clock, close };
}

export function createSourceClient(settings: SourceSettings, around: SourceSurroundings): SourceClient {
  const { name, deadlineMs, repeats } = settings;
  const { log, clock, figures = NO_FIGURES } = around;
  const parts = openParts(settings, around);
  const gates = createGates(settings, (state) => {
    figures.breaker(name, state);
    log.warn({ source: name, breaker: state }, 'the breaker of a source changed');
  });
  figures.breaker(name, gates.state().breaker);
  // An answer that is there needs no abort, and making one costs as much as reading the answer.
  const deadline = timeout(deadlineMs, { strategy: TimeoutStrategy.Cooperative, abortOnReturn: false });
  const report = createReport({ name, clock, log, figures });
  let lastSuccessAt: Date | null = null;

  const work = <T>(
    question: Question<T>,
    progress: CallProgress,
    signal: AbortSignal,
  ): Promise<Reading<T>> => {
    const rule = {
      isRepeatable: question.isRepeatable,
      deadlineAtMs: performance.now() + deadlineMs,
      firstDelayMs: repeats.firstDelayMs,
      maxRepeats: repeats.most,
    };
    return wrap(deadline, repeatsFor(rule)).execute(async (context) => {
      try {
        // The first turn was taken before the deadline began to run.
        await (context.attempt > 0 ? gates.takeTurn(context.signal) : undefined);
        return await tryOnce(parts, question, progress, context.signal);
      } catch (error) {
        // Whoever asked has gone away; that must not open the breaker, as a source that is too slow does.
        signal.throwIfAborted();
        if (!(error instanceof CallFailure)) {
          throw context.signal.aborted ? tooLate() : error;
        }
        if (error.retryAfterMs !== undefined) {
          gates.pause(error.retryAfterMs);
        }
        throw error;
      }
    }, signal);
  };

  return {
    name,
    ask: async (question) => {
      const progress: CallProgress = { startedAtMs: performance.now(), tries: 0, bytes: 0 };
      const signal = question.signal ?? new AbortController().signal;
      try {
        const reading = await gates.pass(() => work(question, progress, signal), signal);
        lastSuccessAt = clock.now();
        return report.answered(question, progress, reading);
      } catch (error) {
        // Whoever asked has gone away; there is nobody to tell an outcome to.
        signal.throwIfAborted();
        return report.failed(question, progress, error);
      }
    },
    state: () => ({ ...gates.state(), lastSuccessAt }),
    close: parts.close,
  };
}

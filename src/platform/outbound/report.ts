// How a call ends: the outcome for whoever asked, a line in the log and the figures. Logs get names, codes, counts and
// times; the answer itself, the path and the documents stay out of them.
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { CallFailure } from './call-failure.ts';
import type { SourceObserver } from './figures.ts';
import { RawAnswer } from './outcome.ts';
import type { Fault, Meta, Outcome } from './outcome.ts';
import { SUBJECT_MISMATCH } from './shapes.ts';
import type { Reading } from './shapes.ts';

export type CallProgress = {
  readonly startedAtMs: number;
  tries: number;
  bytes: number;
  status?: number;
  raw?: Uint8Array;
  /** What the source says that its answer cost. */
  toldCents?: number;
};

type Asked = {
  readonly route: string;
  readonly method: string;
  readonly costCents: number;
  readonly isPaid?: boolean;
};

export type Report = {
  answered<T>(asked: Asked, progress: CallProgress, reading: Reading<T>): Outcome<T>;
  failed(asked: Asked, progress: CallProgress, error: unknown): Outcome<never>;
};

type ReportParts = { name: string; clock: Clock; log: Log; figures: SourceObserver };

/** A code of the source's own making may quote what was asked; long runs of digits are dropped. */
function safeCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[A-Za-z0-9_.-]{1,48}$/.test(code) && !/\d{7}/.test(code) ? code : undefined;
}

function toFault(error: unknown, { costCents, isPaid = costCents > 0 }: Asked): Fault {
  if (!(error instanceof CallFailure)) {
    // A fault of ours, not of the source; the log has it.
    return { code: 'UPSTREAM', text: 'The call failed', retry: 'LATER', maybeBilled: isPaid };
  }
  const { faultCode: code, message: text, retry, retryAfterMs, sent, status } = error;
  const vendorCode = safeCode(error.vendorCode);
  const isMaybeAnswered = sent === 'MAYBE' || (status !== undefined && status < 300);
  return {
    code,
    ...(vendorCode === undefined ? {} : { vendorCode }),
    text,
    retry,
    maybeBilled: error.maybeBilled ?? (isPaid && isMaybeAnswered),
    ...(retryAfterMs === undefined ? {} : { waitMs: retryAfterMs }),
  };
}

export function createReport({ name, clock, log, figures }: ReportParts): Report {
  const metaOf = (billable: boolean, cents: number): Meta => ({
    connector: name,
    fetchedAt: clock.now().toISOString(),
    freshness: 'unknown',
    complete: true,
    ...(cents === 0 ? {} : { cost: { cents, billable } }),
    warnings: [],
  });
  const fieldsOf = ({ route, method }: Asked, progress: CallProgress): Record<string, unknown> => ({
    source: name,
    route: `${method} ${route}`,
    status: progress.status ?? null,
    bytes: progress.bytes,
    tries: progress.tries,
    ms: Math.round(performance.now() - progress.startedAtMs),
  });
  return {
    answered: (asked, progress, reading) => {
      if (reading.kind === 'failed') {
        throw new TypeError('a failed reading is thrown before it gets here');
      }
      const seconds = (performance.now() - progress.startedAtMs) / 1000;
      const costCents = progress.toldCents ?? asked.costCents;
      figures.ended({ source: name, outcome: reading.kind, fault: '', seconds, costCents });
      log.debug({ ...fieldsOf(asked, progress), outcome: reading.kind }, 'a source answered');
      const { facts = {}, ...rest } = reading;
      const raw = progress.raw === undefined ? {} : { raw: new RawAnswer(progress.raw) };
      return { ...rest, meta: { ...metaOf(true, costCents), ...facts, ...raw } };
    },
    failed: (asked, progress, error) => {
      const fault = toFault(error, asked);
      const seconds = (performance.now() - progress.startedAtMs) / 1000;
      const costCents = progress.toldCents ?? (fault.maybeBilled ? asked.costCents : 0);
      figures.ended({ source: name, outcome: 'failed', fault: fault.code, seconds, costCents });
      const fields = {
        ...fieldsOf(asked, progress),
        fault: fault.code,
        vendorCode: fault.vendorCode ?? null,
      };
      if (fault.vendorCode === SUBJECT_MISMATCH) {
        figures.mismatch(name);
        log.error({ ...fields, incident: 'privacy' }, 'a source answered about another document than asked');
      } else if (!(error instanceof CallFailure)) {
        log.error({ ...fields, err: error }, 'a call of a source failed for a reason of ours');
      } else if (fault.code === 'AUTH') {
        log.error(fields, 'a source does not let us in');
      } else {
        log.info(fields, 'a call of a source failed');
      }
      return {
        kind: 'failed',
        fault,
        meta: { ...metaOf(fault.maybeBilled, progress.toldCents ?? asked.costCents), complete: false },
      };
    },
  };
}

/** The connector itself knows that the question cannot be put; the source is left alone. */
export function failWithoutCall(
  name: string,
  clock: Clock,
  fault: Pick<Fault, 'code' | 'text'>,
): Outcome<never> {
  return {
    kind: 'failed',
    fault: { ...fault, retry: 'NEVER', maybeBilled: false },
    meta: {
      connector: name,
      fetchedAt: clock.now().toISOString(),
      freshness: 'unknown',
      complete: false,
      warnings: [],
    },
  };
}

// Many radars in one request. Each line is a create of its own, committed with those beside it, and reported by itself; what
// was added stays added. Sent again, by whatever reason, the same lines rename and charge nothing.
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { claimRequests, keepAnswers } from '../../platform/effects/idempotency.ts';
import type { IdempotentRequest } from '../../platform/effects/idempotency.ts';
import type { Entry } from '../../platform/http/caller.ts';
import type { BulkLine } from './bulk-lines.ts';
import type { AddedRadar, RadarService } from './service.ts';

/** As many as one batch of creates takes. */
const WINDOW = 256;
/** Each may hold a connection for as long as it goes on. */
const MOST_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 5;

export type ReportedLine = {
  line: number;
  result: 'added' | 'renamed' | 'refused';
  /** 0 for a line that was refused. */
  radarId: number;
  reason: string;
};
export type BulkReport = {
  total: number;
  added: number;
  renamed: number;
  refused: number;
  lines: ReportedLine[];
};

type Asked = {
  entry: Entry;
  actor: string;
  lines: Iterable<BulkLine>;
  idempotency: IdempotentRequest | null;
};
export type BulkService = {
  /** The report as JSON text. */
  add(asked: Asked): Promise<string>;
};

/** Only what is the line's own; anything else ends the request, which can be sent again. */
function reasonOf(error: unknown): string {
  if (error instanceof FarolError && (error.code === 'BALANCE_EXHAUSTED' || error.code === 'CONFLICT')) {
    return error.message;
  }
  throw error;
}

function toReported(line: number, outcome: PromiseSettledResult<AddedRadar>): ReportedLine {
  return outcome.status === 'fulfilled'
    ? { line, result: outcome.value.isNew ? 'added' : 'renamed', radarId: outcome.value.id, reason: '' }
    : { line, result: 'refused', radarId: 0, reason: reasonOf(outcome.reason) };
}

function* inWindows(lines: Iterable<BulkLine>): Generator<BulkLine[]> {
  let window: BulkLine[] = [];
  for (const line of lines) {
    window.push(line);
    if (window.length === WINDOW) {
      yield window;
      window = [];
    }
  }
  if (window.length > 0) yield window;
}

async function addWindow(
  radars: RadarService,
  { entry, actor }: Asked,
  window: readonly BulkLine[],
): Promise<ReportedLine[]> {
  const wanted = window.flatMap(({ line, radar }) => (radar === null ? [] : [{ line, radar }]));
  const outcomes = await radars.addAll({ entry, actor, radars: wanted.map(({ radar }) => radar) });
  const reported = new Map(wanted.map(({ line }, index) => [line, outcomes[index]]));
  return window.map(({ line, reason }) => {
    const outcome = reported.get(line);
    return outcome === undefined
      ? { line, result: 'refused', radarId: 0, reason }
      : toReported(line, outcome);
  });
}

async function addLines(radars: RadarService, asked: Asked): Promise<string> {
  const lines: ReportedLine[] = [];
  for (const window of inWindows(asked.lines)) {
    lines.push(...(await addWindow(radars, asked, window)));
  }
  const countOf = (result: string): number => lines.filter((line) => line.result === result).length;
  const report: BulkReport = {
    total: lines.length,
    added: countOf('added'),
    renamed: countOf('renamed'),
    refused: countOf('refused'),
    lines,
  };
  return JSON.stringify(report);
}

export function createBulkService(
  { database, keyring }: { database: Database; keyring: Keyring },
  radars: RadarService,
): BulkService {
  let underWay = 0;

  /** The key is held by a transaction of its own for as long as the lines are added in others. */
  const addOnce = (asked: Asked, request: IdempotentRequest): Promise<string> =>
    database.transaction(asked.entry.scope, async (tx) => {
      const [claim] = await claimRequests(tx, [request], keyring);
      if (claim?.kind === 'refused') throw claim.error;
      if (claim?.kind === 'repeat') return claim.answer.body;
      const body = await addLines(radars, asked);
      keepAnswers(tx, [{ ...request, answer: { status: 200, body } }], keyring);
      return body;
    });

  return {
    add: async (asked) => {
      if (underWay >= MOST_AT_ONCE) {
        const message = 'Other lists are being added at the moment';
        throw new FarolError('UNAVAILABLE', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      underWay += 1;
      try {
        const { idempotency } = asked;
        return await (idempotency === null ? addLines(radars, asked) : addOnce(asked, idempotency));
      } finally {
        underWay -= 1;
      }
    },
  };
}

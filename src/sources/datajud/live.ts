// One process at DataJud: one question to the index of its court, whose hits are all that DataJud keeps of the number.
import { parseCaseNumber } from '../../documents/case-number.ts';
import type { CaseNumber } from '../../documents/case-number.ts';
import { isFault } from '../../documents/fault.ts';
import type { CaseRecord, ProcessRefresh } from '../../features/cases/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Fields } from '../../platform/json-lines/fields.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import { defineAnswer } from '../../platform/outbound/shapes.ts';
import type { Reading, VendorFault } from '../../platform/outbound/shapes.ts';
import type { Question, SourceClient } from '../../platform/outbound/source-client.ts';
import { findAlias } from './alias.ts';
import { SearchAnswer } from './live-schemas.ts';
import type { SearchAnswerBody } from './live-schemas.ts';
import { mapHit } from './mapper.ts';

/** A number has a hit for each class, degree and unit; more than a few are not known. */
const MOST_HITS = 100;
const DAY_MS = 86_400_000;
const NOTHING_WARNING =
  'nothing is on record: the case may be secret, on paper, or not sent by its court yet';

const answer = defineAnswer(SearchAnswer);

/** One key for everybody, which the CNJ replaces without a word; a gateway says 403 where the index says 401. */
const KEY_REFUSED: ReadonlySet<string> = new Set(['HTTP_401', 'HTTP_403']);

function nameKey<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind !== 'failed' || !KEY_REFUSED.has(outcome.fault.vendorCode ?? '')) return outcome;
  const text = 'DataJud does not accept the key: the CNJ publishes the present one on its wiki';
  return { ...outcome, fault: { ...outcome.fault, code: 'AUTH', text } };
}

function failed(vendorCode: string, text: string): Reading<never> {
  const fault: VendorFault = { code: 'UPSTREAM', vendorCode, text, retry: 'LATER' };
  return { kind: 'failed', fault };
}

function isAboutNumber({ hits }: SearchAnswerBody, number: CaseNumber): boolean {
  return hits.hits.every(({ _source: { numeroProcesso: given } }) => {
    const read = typeof given === 'string' ? parseCaseNumber(given) : null;
    return read === number;
  });
}

/** Throws when a hit cannot be read: what decides whether a case may be shown may be in it. */
function readRecords(
  hits: readonly object[],
  latestMs: number,
): { records: CaseRecord[]; warnings: string[] } {
  const records: CaseRecord[] = [];
  const warnings = new Set<string>();
  for (const hit of hits) {
    mapHit(hit as Fields, {
      latestMs,
      take: (reported) => records.push(...reported.records),
      warn: (reason) => warnings.add(reason),
      setAside: (reason) => {
        throw new TypeError(reason);
      },
    });
  }
  return { records, warnings: [...warnings] };
}

/** Shards that failed have cases that exist, so an answer without them is none, however many hits it has. */
function readAnswer(body: SearchAnswerBody, nowMs: number): Reading<readonly CaseRecord[]> {
  const { hits, total } = body.hits;
  const { timed_out: isLate, _shards: shards } = body;
  if (isLate === true || (shards?.failed ?? 0) > 0) {
    return failed('PARTIAL', 'DataJud answered without a part of its index');
  }
  if ((typeof total === 'number' ? total : total.value) > hits.length) {
    return failed('CUT_OFF', 'DataJud has more of the number than it answered');
  }
  if (hits.length === 0) return { kind: 'empty', facts: { warnings: [NOTHING_WARNING] } };
  const { records, warnings } = readRecords(hits, nowMs + DAY_MS);
  return { kind: 'ready', value: records, facts: { warnings, freshness: 'cached' } };
}

function toSearch(alias: string, number: CaseNumber, nowMs: number): Question<readonly CaseRecord[]> {
  return {
    // The index, and not the number, which would be in every line of the log.
    route: `/api_publica_${alias}/_search`,
    method: 'POST',
    path: `/api_publica_${alias}/_search`,
    body: { size: MOST_HITS, query: { match: { numeroProcesso: number } } },
    // A search only reads.
    isRepeatable: true,
    costCents: 0,
    answers: {
      200: answer({
        isAbout: (body) => isAboutNumber(body, number),
        read: (body) => readAnswer(body, nowMs),
      }),
    },
  };
}

export function createDatajudRefresh(client: SourceClient, clock: Clock): ProcessRefresh {
  const aliasOf = (text: string): { number: CaseNumber; alias: string } | null => {
    const number = parseCaseNumber(text);
    const alias = isFault(number) ? null : findAlias(number);
    return isFault(number) || alias === null ? null : { number, alias };
  };
  return {
    name: client.name,
    covers: (number) => aliasOf(number) !== null,
    refresh: async ({ number, signal }) => {
      const found = aliasOf(number);
      if (found === null) {
        return {
          kind: 'failed',
          fault: {
            code: 'UNSUPPORTED',
            vendorCode: 'NOT_COVERED',
            text: 'DataJud has no index of that court',
            retry: 'NEVER',
            maybeBilled: false,
          },
          meta: {
            connector: client.name,
            fetchedAt: clock.now().toISOString(),
            freshness: 'unknown',
            complete: false,
            warnings: [],
          },
        };
      }
      const question = toSearch(found.alias, found.number, clock.nowMs());
      return nameKey(await client.ask(signal === undefined ? question : { ...question, signal }));
    },
  };
}

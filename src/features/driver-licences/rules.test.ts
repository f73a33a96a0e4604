import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fault, Meta } from '../../platform/outbound/outcome.ts';
import type { Cnh } from './ports.ts';
import { judge, judgeUnasked } from './rules.ts';

const meta: Meta = {
  connector: 'played',
  fetchedAt: '2026-11-15T00:00:00.000Z',
  freshness: 'live',
  complete: true,
  warnings: [],
};
const licence: Cnh = {
  basis: 'REPORTED',
  cpf: '90010020055',
  situation: 'ISSUED',
  restrictions: [],
  impediment: null,
  checks: [],
};
const failed = (fault: Partial<Fault>) => ({
  kind: 'failed' as const,
  fault: { code: 'SOURCE_DOWN' as const, text: '', retry: 'LATER' as const, maybeBilled: false, ...fault },
  meta,
});

const aged = (ageSeconds: number, isTaken = false) => ({ ageSeconds, isTaken });

describe('what becomes of a request', () => {
  it('is the end where the source answered, and where it never will', () => {
    assert.deepEqual(judge({ kind: 'ready', value: licence, meta }, aged(0)), {
      kind: 'final',
      status: 'DONE',
      licence,
      meta,
    });
    assert.deepEqual(judge({ kind: 'empty', meta }, aged(0)), { kind: 'final', status: 'NOT_FOUND', meta });
    const never = judge(failed({ code: 'AUTH', retry: 'NEVER', waitMs: 1000 }), aged(0));
    assert.deepEqual(never, { kind: 'final', status: 'ERROR', fault: 'AUTH' });
  });

  it('is another attempt where the answer could not be used', () => {
    assert.deepEqual(judge(failed({ code: 'BAD_SHAPE' }), aged(10_000)), {
      kind: 'failed',
      fault: 'BAD_SHAPE',
    });
    assert.deepEqual(judge(failed({ code: 'AUTH', retry: 'NEW_TOKEN' }), aged(0)), {
      kind: 'failed',
      fault: 'AUTH',
    });
  });

  it('is a wait where a time was named, in whole seconds, and not for longer than a quarter of an hour', () => {
    assert.deepEqual(judge(failed({ waitMs: 1200 }), aged(0)), { kind: 'wait', seconds: 2 });
    assert.deepEqual(judge(failed({ waitMs: 0 }), aged(0)), { kind: 'wait', seconds: 1 });
    assert.deepEqual(judge(failed({ waitMs: 60_000 }), aged(840)), { kind: 'wait', seconds: 60 });
    const tooOld = { kind: 'final', status: 'ERROR', fault: 'SOURCE_DOWN' };
    assert.deepEqual(judge(failed({ waitMs: 60_000 }), aged(841)), tooOld);
    assert.deepEqual(judge(failed({ waitMs: 3_600_000 }), aged(0)), tooOld);
  });

  it('waits far longer for a queue of our own', () => {
    const queued = failed({ code: 'RATE_LIMITED', vendorCode: 'OWN_PACE', waitMs: 9000 });
    assert.deepEqual(judge(queued, aged(3600)), { kind: 'wait', seconds: 9 });
  });

  it('waits for hours for a source that has taken the question, and keeps its ticket', () => {
    const ticket = { connector: 'played', ref: 'r-1', startedAt: '2026-11-15T00:00:00.000Z' };
    const pending = { kind: 'pending' as const, ticket, checkAfterMs: 4200, meta };
    assert.deepEqual(judge(pending, aged(3600)), { kind: 'wait', seconds: 5, ticket });
    const tooOld = { kind: 'final', status: 'ERROR', fault: 'TIMEOUT' };
    assert.deepEqual(judge(pending, aged(6 * 3600, true)), tooOld);
    assert.deepEqual(judge(failed({ waitMs: 60_000 }), aged(3600, true)), { kind: 'wait', seconds: 60 });
  });

  it('waits a while for a source to be configured', () => {
    assert.deepEqual(judgeUnasked(10), { kind: 'wait', seconds: 30 });
    assert.deepEqual(judgeUnasked(901), { kind: 'final', status: 'ERROR', fault: 'NO_SOURCE' });
  });
});

import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.ts';
import { FarolError } from '../../errors.ts';
import { coalesceReads } from '../../platform/db/coalesced-reads.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { EventPoint, EventReads, EventText } from './queries.ts';
import { createEventStreams } from './streams.ts';
import type { EventStreams, EventStreamsOptions } from './streams.ts';

type Log = { events: EventText[]; reads: EventReads; asked: EventPoint[]; fail(error: Error | null): void };

/** Events in memory; the database is not what is looked at here. */
function createEventLog(count: number, size = 10): Log {
  const events: EventText[] = [];
  const asked: EventPoint[] = [];
  let failure: Error | null = null;
  for (let id = 1; id <= count; id += 1) {
    events.push({ id, type: 'probe.happened', json: JSON.stringify({ id, filler: 'x'.repeat(size) }) });
  }
  const reads = coalesceReads<EventPoint, readonly EventText[]>({
    readBatch: async (points) => {
      asked.push(...points);
      if (failure !== null) {
        throw failure;
      }
      return points.map(({ after, limit }) => events.filter(({ id }) => id > after).slice(0, limit));
    },
  });
  return {
    events,
    reads,
    asked,
    fail: (error) => {
      failure = error;
    },
  };
}

describe('event streams of a process', () => {
  const withStreams = async (
    options: Partial<EventStreamsOptions> & { log?: Log },
    look: (streams: EventStreams, log: Log) => Promise<void>,
  ): Promise<void> => {
    const log = options.log ?? createEventLog(0);
    const streams = createEventStreams({ reads: log.reads, ...options });
    try {
      await look(streams, log);
    } finally {
      await streams.close();
    }
    assert.equal(streams.count(), 0);
  };
  const open = (streams: EventStreams, organizationId = 1, isStillAllowed = async () => true): Readable =>
    streams.open({ organizationId, scope: NO_SCOPE, after: 0, isStillAllowed });
  const listen = (stream: Readable): { text: string; isEnded: boolean; isClosed: boolean } => {
    const heard = { text: '', isEnded: false, isClosed: false };
    stream.on('data', (chunk: Buffer) => {
      heard.text += chunk.toString();
    });
    stream.on('end', () => {
      heard.isEnded = true;
    });
    stream.on('close', () => {
      heard.isClosed = true;
    });
    return heard;
  };

  it('are bounded over all organizations with 503, and for each with 429', async () => {
    await withStreams({ maxStreams: 4, maxPerOrganization: 2 }, async (streams) => {
      const first = open(streams, 1);
      open(streams, 1);
      assert.throws(
        () => open(streams, 1),
        (error) => error instanceof FarolError && error.status === 429,
      );
      open(streams, 2);
      open(streams, 2);
      assert.throws(
        () => open(streams, 3),
        (error) => error instanceof FarolError && error.status === 503,
      );
      first.destroy();
      await eventually(() => streams.count() === 3, 500);
      open(streams, 3);
    });
  });

  it('beat while nothing happens', async () => {
    await withStreams({ heartbeatMs: 20 }, async (streams) => {
      const heard = listen(open(streams));
      await eventually(() => heard.text.endsWith(':\n\n:\n\n'), 500);
      assert.match(heard.text, /^retry: 1000\n\n/);
    });
  });

  it('wake those whom a notification names, and all when it names nobody', async () => {
    await withStreams({}, async (streams, log) => {
      [1, 2, 2, 3].forEach((organizationId) => listen(open(streams, organizationId)));
      await eventually(() => log.asked.length === 4, 500);
      const asked = async (notice: string): Promise<number[]> => {
        log.asked.length = 0;
        streams.wake(notice);
        await sleep(20);
        return log.asked.map(({ organizationId }) => organizationId).toSorted((a, b) => a - b);
      };
      assert.deepEqual(await asked('2,7'), [2, 2]);
      assert.deepEqual(await asked(''), [1, 2, 2, 3]);
      assert.deepEqual(await asked('9'), []);
    });
  });

  it('read no further ahead than a buffer for a client that takes nothing, and cut it off in the end', async () => {
    await withStreams(
      { log: createEventLog(5000, 1000), recheckMs: 20, maxFullMs: 200 },
      async (streams, log) => {
        const stream = open(streams);
        stream.pause();
        stream.read(0);
        await sleep(100);
        assert.ok(log.asked.length <= 2, `${log.asked.length} pages`);
        assert.ok(stream.readableLength < 300_000, `${stream.readableLength} bytes`);
        await eventually(() => stream.destroyed, 1000);
      },
    );
  });

  it('end for a client that lost its access though it reads nothing', async () => {
    let isAllowed = true;
    await withStreams({ log: createEventLog(5000, 1000), recheckMs: 20 }, async (streams) => {
      const stream = open(streams, 1, async () => isAllowed);
      stream.read(0);
      await sleep(50);
      assert.equal(stream.destroyed, false);
      isAllowed = false;
      await eventually(() => stream.destroyed, 1000);
    });
  });

  it('stay open while nobody can say whether the access still holds, and tell nothing', async () => {
    await withStreams({ recheckMs: 20 }, async (streams, log) => {
      let isDown = false;
      const allowed = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(true));
      const heard = listen(open(streams, 1, allowed));
      await eventually(() => log.asked.length === 1, 500);
      isDown = true;
      await sleep(80);
      assert.equal(heard.isEnded, false);
      log.events.push({ id: 1, type: 'probe.happened', json: '{}' });
      streams.wake('');
      await eventually(() => heard.isEnded, 500);
      assert.equal(heard.text, 'retry: 1000\n\n');
    });
  });

  it('end in good order when events cannot be read, so that the client comes back', async () => {
    await withStreams({}, async (streams, log) => {
      const heard = listen(open(streams));
      await eventually(() => log.asked.length === 1, 500);
      log.fail(new FarolError('UNAVAILABLE'));
      streams.wake('1');
      await eventually(() => heard.isClosed, 500);
      assert.equal(heard.isEnded, true);
    });
  });

  it('let nobody in who comes while they close', async () => {
    const log = createEventLog(0);
    const streams = createEventStreams({ reads: log.reads });
    await streams.close();
    assert.throws(
      () => open(streams),
      (error) => error instanceof FarolError && error.status === 503,
    );
  });
});

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { decodeEither, readLines } from './lines.ts';
import type { LineOptions } from './lines.ts';

type Seen = (string | number)[];

async function linesOf(chunks: Iterable<Buffer>, options: LineOptions = {}): Promise<Seen[]> {
  const seen: Seen[] = [];
  await readLines(
    Readable.from(chunks),
    {
      onLine: (bytes, line) => {
        seen.push([line, bytes.toString('latin1')]);
        return undefined;
      },
      onFault: async (fault, start, line) => {
        seen.push([line, fault, start.length]);
      },
    },
    options,
  );
  return seen;
}

describe('lines', () => {
  it('are the same however the bytes are cut', async () => {
    const text = Buffer.from('um\r\ndois\n\ntrês;quatro\nfim', 'latin1');
    const whole = await linesOf([text]);
    assert.deepEqual(whole, [
      [1, 'um'],
      [2, 'dois'],
      [3, ''],
      [4, 'três;quatro'],
      [5, 'fim'],
    ]);
    for (let size = 1; size < 8; size += 1) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.subarray(at * size, at * size + size),
      );
      assert.deepEqual(await linesOf(chunks), whole, `cut every ${size} bytes`);
    }
    assert.deepEqual(await linesOf([text], { skipLines: 4 }), [[5, 'fim']]);
    assert.deepEqual(await linesOf([Buffer.from('\u{feff}a\n')]), [[1, 'a']]);
    assert.deepEqual(await linesOf([]), []);
  });

  it('with a NUL, or too long, are told and do no harm to their neighbours', async () => {
    const text = Buffer.from(`a\0b\nc\n${'x'.repeat(500)}\nd\n${'y'.repeat(500)}`);
    const expected = [
      [1, 'NUL', 3],
      [2, 'c'],
      [3, 'too long', 200],
      [4, 'd'],
      [5, 'too long', 200],
    ];
    assert.deepEqual(await linesOf([text], { maxLineBytes: 300 }), expected);
    const small = Array.from({ length: text.length }, (_, at) => text.subarray(at, at + 1));
    assert.deepEqual(await linesOf(small, { maxLineBytes: 300 }), expected);
  });

  it('of a gigabyte leave memory flat', async () => {
    const block = Buffer.alloc(1 << 20, 'x');
    function* chunks(): Iterable<Buffer> {
      yield Buffer.from('a\n');
      for (let count = 0; count < 1024; count += 1) {
        yield block;
      }
      yield Buffer.from('\nb\n');
    }
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const seen = await linesOf(chunks());
    clearInterval(watch);
    assert.deepEqual(seen, [
      [1, 'a'],
      [2, 'too long', 200],
      [3, 'b'],
    ]);
    assert.ok(most - before < 100e6, `${Math.round((most - before) / 1e6)} MB more`);
  });

  it('are read as UTF-8 where they are, and as latin1 otherwise', () => {
    assert.equal(decodeEither(Buffer.from('AÇÃO')), 'AÇÃO');
    assert.equal(decodeEither(Buffer.from('AÇÃO', 'latin1')), 'AÇÃO');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog, openLines, safeError } from './log.ts';

describe('log', () => {
  it("keeps an error's frames and codes but none of its texts", () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (document)=(52998224725)',
    });
    const shown = JSON.stringify(safeError(new Error('no such 52998224725', { cause })));
    assert.ok(!shown.includes('52998224725'), shown);
    assert.ok(shown.includes('23505'));
    assert.ok(shown.includes('log.test.ts'));
    assert.deepEqual(safeError('52998224725'), { name: 'string' });
  });

  it('writes one line of JSON for each event, whatever is in its fields', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'info', process: 'test' }, { write: (line) => void lines.push(line) });
    log.info({ text: 'a\r\nb\u2028c\u001b[31m' }, 'event');
    log.debug({}, 'unseen');
    assert.equal(lines.length, 1);
    const [line] = lines;
    assert.ok(line);
    assert.equal(line.trimEnd().split('\n').length, 1);
    assert.equal(JSON.parse(line).level, 'info');
  });

  it('writes a line that was put together as it would have written it', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'info', process: 'test' }, { write: (line) => void lines.push(line) });
    log.child({ part: 'a "part"' }).info({ requestId: 'abc', status: 201, ms: 1.5 }, 'request');
    openLines(log.child({ part: 'a "part"' }))('info', '"requestId":"abc","status":201,"ms":1.5', 'request');
    const [own, given] = lines.map((line) => line.replace(/"time":"[^"]+"/, ''));
    assert.equal(given, own);
    assert.match(lines[1] ?? '', /"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/);
  });
});

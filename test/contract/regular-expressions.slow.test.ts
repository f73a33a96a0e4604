import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { checkSync } from 'recheck';
import { logIn, startTestApi } from '../support/api.ts';
import type { TestApi, Tokens } from '../support/api.ts';
import { projectDir } from '../support/database.ts';
import { productRequests, toInject } from '../support/product-requests.ts';
import { findComputedExpressions, findExpressions } from '../support/regular-expressions.ts';

const sources = globSync('src/**/*.ts', { cwd: projectDir })
  .filter((path) => !path.endsWith('.test.ts') && !path.includes('/fixtures/'))
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(projectDir, path), 'utf8') }));

/** Strings that make a careless expression try everything. */
const HOSTILE: readonly string[] = [
  ...['a', ' ', '1', '.', '-', '@', '\t', 'aA', '1.', '0-', 'a@', '\u200b', 'é'].map((unit) =>
    unit.repeat(100_000 / unit.length),
  ),
  `${'a'.repeat(50_000)}!${'a'.repeat(49_000)}`,
  `${'1'.repeat(99_998)}x`,
  `${' '.repeat(99_998)}x`,
];

describe('regular expressions', () => {
  it('are found in comments, strings and templates only where they are code', () => {
    const text = [
      'const a = /x+y/gi; // not /this/',
      "const b = 'no /expression/ here'; const c = 6 / 2 / 3;",
      'const d = `text /not/ ${e.replace(/[/]z/g, `${f}`)} /nor this/`; return /end$/.test(a);',
      '/* nor /that/ */ call(/(?<name>[^\\]/]+)/u)',
    ].join('\n');
    assert.deepEqual(
      findExpressions(text).map(({ source, flags }) => `${source} ${flags}`),
      ['x+y gi', '[/]z g', 'end$ ', '(?<name>[^\\]/]+) u'],
    );
    assert.deepEqual(findComputedExpressions('x = new RegExp(a); y = RegExp("b")'), [
      'new RegExp(a)',
      'RegExp("b")',
    ]);
  });

  it('that can be made to take for ever are found out', () => {
    for (const source of ['^(a+)+$', '^(\\w+\\s?)*$', '(x|xx)+y$', '^\\s+|\\s+$']) {
      assert.equal(checkSync(source, '', { timeout: 10_000 }).status, 'vulnerable', source);
    }
  });

  it('in the sources are all safe', () => {
    const judged = new Map<string, string>();
    for (const { path, text } of sources) {
      for (const { source, flags } of findExpressions(text)) {
        judged.set(`/${source}/${flags}`, path);
      }
    }
    assert.ok(judged.size >= 15, `${judged.size}`);
    const unsafe: string[] = [];
    for (const [expression, path] of judged) {
      const end = expression.lastIndexOf('/');
      const { status } = checkSync(expression.slice(1, end), expression.slice(end + 1), { timeout: 10_000 });
      if (status !== 'safe') {
        unsafe.push(`${path}: ${expression} is ${status}`);
      }
    }
    assert.deepEqual(unsafe, []);
  });

  it('are never put together while the program runs', () => {
    const computed = sources.flatMap(({ path, text }) =>
      findComputedExpressions(text).map((found) => `${path}: ${found}`),
    );
    assert.deepEqual(computed, []);
  });
});

describe('hostile text', () => {
  let test: TestApi;
  let tokens: Tokens;
  before(async () => {
    test = await startTestApi();
    tokens = await logIn(test);
  });
  after(() => test.close());

  it('of 100 kB is refused quickly in every text field and header', async () => {
    let slowest = 0;
    const time = async (request: Parameters<TestApi['inject']>[0], statuses: readonly number[]) => {
      const startedAt = performance.now();
      const response = await test.inject(request);
      slowest = Math.max(slowest, performance.now() - startedAt);
      assert.ok(
        statuses.includes(response.statusCode),
        `${JSON.stringify(request).slice(0, 80)}: ${response.statusCode}`,
      );
    };
    for (const text of HOSTILE) {
      for (const request of productRequests.filter(({ payload }) => payload !== undefined)) {
        for (const field of Object.keys(request.payload ?? {})) {
          await time({ ...toInject(request, tokens), payload: { ...request.payload, [field]: text } }, [400]);
        }
      }
      const ascii = encodeURIComponent(text.slice(0, 100)).repeat(20);
      for (const name of ['authorization', 'x-request-id', 'content-type']) {
        const payload = name === 'content-type' ? { payload: '{}' } : {};
        await time({ method: 'POST', url: '/v1/logout', headers: { [name]: ascii }, ...payload }, [401]);
      }
    }
    assert.ok(slowest < 500, `${slowest} ms`);
  });
});

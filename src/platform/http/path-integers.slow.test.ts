// Thousands of requests: every operation of the product with every number trick in its path.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { logIn, startTestApi } from '../../../test/support/api.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { badPathIntegers } from '../../../test/support/number-tricks.ts';
import { integerPaths, productRequests, toInject } from '../../../test/support/product-requests.ts';

it('takes no number trick for any integer in the path of any operation, and changes nothing by one', async (t) => {
  const test = await startTestApi();
  t.after(() => test.close());
  const tokens = await logIn(test);
  let cases = 0;
  for (const request of productRequests) {
    for (const { name, at } of integerPaths(request)) {
      for (const value of badPathIntegers) {
        const url = at(value);
        const response = await test.inject({ ...toInject(request, tokens), url });
        assert.equal(response.statusCode, 400, `${request.method} ${url.slice(0, 80)} (${name})`);
        assertErrorAnswer(response, 400);
        cases += 1;
      }
    }
  }
  assert.ok(cases >= 400, `${cases}`);
  assert.deepEqual(await test.database.admin('select from farol.service_tokens'), []);
});

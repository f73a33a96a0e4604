import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { startLicenceApi } from '../../../test/support/licences.ts';
import type { CnhRecord, LicenceApi } from '../../../test/support/licences.ts';

const CPF = '90010020055';

/** Oldest first; the place of the one that is told, or null for 404. */
const CASES: readonly (readonly [states: readonly string[], told: number | null])[] = [
  [[], null],
  [['NOT_FOUND', 'NOT_FOUND'], null],
  [['PENDING'], 0],
  [['ERROR', 'NOT_FOUND'], 0],
  [['DONE', 'PENDING', 'ERROR'], 0],
  [['DONE', 'DONE', 'NOT_FOUND'], 1],
  [['ERROR', 'DONE', 'PROCESSING'], 1],
  [['PENDING', 'ERROR', 'PROCESSING'], 2],
  [['PROCESSING', 'PENDING', 'ERROR', 'NOT_FOUND'], 2],
];

describe('the latest licence of a CPF', () => {
  let test: LicenceApi;
  let demo: string;
  before(async () => {
    test = await startLicenceApi();
    demo = (await logIn(test)).token;
  });
  after(() => test.close());

  const latest = () => test.inject({ url: `/v1/cnh/organizations/1/document/${CPF}`, headers: bearer(demo) });

  for (const [states, told] of CASES) {
    it(`of ${states.join(', ') || 'none'} is ${told === null ? 'none' : (states[told] ?? '')}`, async () => {
      await test.database.admin('delete from farol.licence_requests');
      const ids: string[] = [];
      for (const status of states) {
        const { requestId } = (await test.request(demo, CPF)).json<CnhRecord>();
        await test.database.admin('update farol.licence_requests set status = $1 where id = $2', [
          status,
          requestId,
        ]);
        ids.push(requestId);
        test.clock.advance(1000);
      }
      const response = await latest();
      if (told === null) {
        assert.equal(response.statusCode, 404);
        assert.deepEqual(response.json(), { message: 'CNH not found', error: 'ObjectNotFoundException' });
      } else {
        const record = response.json<CnhRecord>();
        assert.deepEqual([record.requestId, record.status], [ids[told], states[told]]);
      }
    });
  }
});

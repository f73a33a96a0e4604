import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { documentWith, startLicenceApi } from '../../../test/support/licences.ts';
import type { CnhRecord } from '../../../test/support/licences.ts';
import { addKey } from '../../platform/crypto/key-file.ts';
import { describeKeys } from '../../platform/crypto/keyring.ts';

const GOOD = documentWith('ANSWERS');

test('requests are served and found over a rotation of the sealing key, by processes that run on', async () => {
  const api = await startLicenceApi();
  try {
    const { token } = await logIn(api);
    const create = async (): Promise<string> => (await api.request(token, GOOD)).json<CnhRecord>().requestId;
    const before = await create();
    const keys = describeKeys(addKey(api.config.keyFile));
    // Started after the rotation, beside an API that was started before it.
    await api.startWorker();
    const after = await create();
    const records = await api.finish(token, before, after);
    assert.deepEqual(
      records.map(({ status, document }) => [status, document]),
      [
        ['DONE', GOOD],
        ['DONE', GOOD],
      ],
    );
    const sealed = (await api.database.admin(
      `select distinct encode(substr(wrapped_record, 2, 4), 'hex') as id from farol.licence_requests`,
    )) as { id: string }[];
    assert.deepEqual(sealed, [{ id: keys[1]?.id }]);
    const latest = await api.inject({
      url: `/v1/cnh/organizations/1/document/${GOOD}`,
      headers: bearer(token),
    });
    assert.equal(latest.json<CnhRecord>().requestId, after);
  } finally {
    await api.close();
  }
});

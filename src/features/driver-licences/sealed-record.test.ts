import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { startLicenceApi } from '../../../test/support/licences.ts';
import type { CnhRecord, LicenceApi } from '../../../test/support/licences.ts';
import { createKeyring, KeyFault } from '../../platform/crypto/keyring.ts';
import { openRecord, sealRecord } from './sealed-record.ts';

const CPF = '90010020055';
const row = { organizationId: 1, id: 'a' };
const record = { document: CPF, data: '{"name":"ZÉ"}' };

describe('a sealed record', () => {
  const keyring = createKeyring(Buffer.alloc(32, 1));

  it('opens in its own row', () => {
    assert.deepEqual(openRecord(keyring, row, sealRecord(keyring, row, record)), record);
    const bare = { document: CPF, data: '' };
    assert.deepEqual(openRecord(keyring, row, sealRecord(keyring, row, bare)), bare);
  });

  it('opens in no other row, with no other key, and not when one bit was changed', () => {
    const sealed = sealRecord(keyring, row, record);
    const spoilt = Buffer.from(sealed);
    spoilt.writeUInt8(spoilt.readUInt8(40) ^ 1, 40);
    assert.throws(() => openRecord(keyring, { ...row, id: 'b' }, sealed), KeyFault);
    assert.throws(() => openRecord(keyring, { ...row, organizationId: 2 }, sealed), KeyFault);
    assert.throws(() => openRecord(createKeyring(Buffer.alloc(32, 2)), row, sealed), KeyFault);
    assert.throws(() => openRecord(keyring, row, spoilt), KeyFault);
  });
});

describe('a record that was put into another row', () => {
  let test: LicenceApi;
  before(async () => {
    test = await startLicenceApi();
  });
  after(() => test.close());

  it('is answered with 500, and those who asked along get theirs', async () => {
    const { token } = await logIn(test);
    const ids: string[] = [];
    for (const document of [CPF, '90010020993', CPF]) {
      ids.push((await test.request(token, document)).json<CnhRecord>().requestId);
    }
    const [first, second] = ids;
    await test.database.admin(
      `update farol.licence_requests set wrapped_record =
         (select wrapped_record from farol.licence_requests where id = $2) where id = $1`,
      [first, second],
    );
    const answers = await Promise.all(
      ids.map((id) => test.inject({ url: `/v1/cnh/organizations/1/request/${id}`, headers: bearer(token) })),
    );
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [500, 200, 200],
    );
    assert.deepEqual(answers[0]?.json(), {
      message: 'Internal server error',
      error: 'InternalServerError',
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigFault, loadConfig } from './config.ts';
import { publicUrlOf } from './platform/files/public-url.ts';

const load = (env: Record<string, string> = {}): ReturnType<typeof loadConfig> => loadConfig('/project', env);
const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    load(env);
  } catch (error) {
    assert.ok(error instanceof ConfigFault);
    return error.faults;
  }
  return [];
};

describe('the configuration of files', () => {
  it('is a folder in the data folder when nothing is set', () => {
    const config = load({ FAROL_DATA_DIR: '/data' });
    assert.deepEqual(
      [config.filesStore, config.filesDir, config.filesBucket],
      ['folder', '/data/files', 'farol'],
    );
    assert.equal(load({ FAROL_FILES_DIR: 'elsewhere' }).filesDir, '/project/elsewhere');
  });

  it('needs both keys for S3, an address over TLS and a bucket that can be one', () => {
    const faults = faultsOf({
      FAROL_FILES_STORE: 's3',
      FAROL_S3_KEY_ID: 'id',
      FAROL_S3_URL: 'http://minio.internal:9000',
      FAROL_FILES_BUCKET: 'Not A Bucket',
      FAROL_S3_CA_FILE: '/nowhere/ca.pem',
    });
    assert.equal(faults.length, 4, faults.join('\n'));
    assert.ok(faults.some((fault) => fault.includes('FAROL_S3_SECRET_KEY')));
    const keys = { FAROL_S3_KEY_ID: 'id', FAROL_S3_SECRET_KEY: 'secret' };
    assert.deepEqual(
      faultsOf({ FAROL_FILES_STORE: 's3', FAROL_S3_URL: 'http://127.0.0.1:9000', ...keys }),
      [],
    );
  });
});

describe('the address that links begin with', () => {
  it('is the configured one, else where the API listens', () => {
    assert.equal(publicUrlOf(load({ FAROL_PUBLIC_URL: 'https://a.example/b/' })), 'https://a.example/b');
    assert.equal(publicUrlOf(load()), 'http://127.0.0.1:8080');
    assert.equal(publicUrlOf(load({ FAROL_HOST: '::1', FAROL_PORT: '9' })), 'http://[::1]:9');
  });
});

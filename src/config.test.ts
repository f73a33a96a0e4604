import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { isLoopback } from './config-contradictions.ts';
import { ConfigFault, loadConfig, settings } from './config.ts';

const load = (env: Record<string, string> = {}) => loadConfig('/project', env);
const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    load(env);
  } catch (error) {
    assert.ok(error instanceof ConfigFault);
    return error.faults;
  }
  return [];
};

describe('configuration', () => {
  it('listens on loopback with the embedded database when nothing is set', () => {
    const config = load();
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.port, 8080);
    assert.deepEqual([config.metricsPort, config.workerMetricsPort], [9080, 10_080]);
    assert.equal(config.embeddedDatabase, true);
    assert.equal(config.dataDir, '/project/var');
    assert.equal(config.keyFile, '/project/var/secrets/master.key');
    assert.ok(Object.isFrozen(config));
  });

  it('reports all faults together and never the values', () => {
    const faults = faultsOf({
      FAROL_PORT: '99999-very-wrong',
      FAROL_RATE_READS: 'plenty',
      FAROL_LOG_LEVEL: 'loud',
      FAROL_DEMO: 'yes',
      FAROL_PUBLIC_URL: 'ftp://host',
      FAROL_TRUSTED_PROXIES: '10.0.0.0/99',
      FAROL_MYSTERY: 'x',
    });
    assert.equal(faults.length, 7);
    assert.ok(!faults.join(' ').includes('very-wrong'));
  });

  it('prints secrets as stars, whichever way they are printed', () => {
    const config = load({ FAROL_DATABASE_URL: 'postgresql://user:hidden@host/db' });
    for (const shown of [String(config.databaseUrl), JSON.stringify(config), inspect(config, { depth: 5 })]) {
      assert.ok(!shown.includes('hidden'), shown);
      assert.ok(shown.includes('***'));
    }
    assert.equal(config.databaseUrl?.reveal(), 'postgresql://user:hidden@host/db');
  });

  it('reads a secret from a file, and says so when the file is not there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'farol-config-'));
    const file = join(folder, 'url');
    writeFileSync(file, 'postgresql://from-a-file\n');
    assert.equal(load({ FAROL_DATABASE_URL_FILE: file }).databaseUrl?.reveal(), 'postgresql://from-a-file');
    rmSync(folder, { recursive: true });
    assert.match(faultsOf({ FAROL_DATABASE_URL_FILE: file }).join(' '), /cannot be read from the file/);
  });

  it('refuses plain HTTP on a public address unless a proxy ends TLS', () => {
    assert.match(faultsOf({ FAROL_HOST: '0.0.0.0' }).join(' '), /FAROL_BEHIND_TLS_PROXY/);
    assert.deepEqual(faultsOf({ FAROL_HOST: '0.0.0.0', FAROL_BEHIND_TLS_PROXY: 'on' }), []);
    const file = import.meta.filename;
    const tls = { FAROL_TLS_CERTIFICATE_FILE: file, FAROL_TLS_KEY_FILE: file };
    assert.deepEqual(faultsOf({ FAROL_HOST: '0.0.0.0', ...tls }), []);
    const absent = { FAROL_TLS_CERTIFICATE_FILE: 'a.pem', FAROL_TLS_KEY_FILE: 'b.pem' };
    assert.deepEqual(faultsOf(absent).length, 2, 'files that cannot be read are told at once');
  });

  it('tells contradictions together with wrong values, and takes files for secrets only', () => {
    assert.equal(faultsOf({ FAROL_PORT: 'x', FAROL_HOST: '0.0.0.0' }).length, 2);
    assert.match(faultsOf({ FAROL_PORT_FILE: '/x' }).join(' '), /FAROL_PORT_FILE is not a setting/);
    assert.match(faultsOf({ FAROL_REFRESH_TOKEN_SECONDS: '60' }).join(' '), /must not be less/);
    const { metricsPort, workerMetricsPort } = load({ FAROL_PORT: '65535' });
    assert.deepEqual([metricsPort, workerMetricsPort], [64_535, 63_535]);
    assert.equal(load({ FAROL_METRICS_PORT: '0' }).workerMetricsPort, 0);
    assert.equal(load({ FAROL_METRICS_PORT: '0', FAROL_WORKER_METRICS_PORT: '9' }).workerMetricsPort, 9);
  });

  it('refuses half a certificate and a migration address without a database', () => {
    assert.match(faultsOf({ FAROL_TLS_KEY_FILE: 'b.pem' }).join(' '), /go together/);
    assert.match(faultsOf({ FAROL_MIGRATION_URL: 'postgresql://x' }).join(' '), /FAROL_DATABASE_URL too/);
  });

  it('knows a loopback address from a public one', () => {
    assert.deepEqual(['127.0.0.1', '127.9.9.9', 'localhost', '::1'].map(isLoopback), [
      true,
      true,
      true,
      true,
    ]);
    assert.deepEqual(['0.0.0.0', '10.0.0.1', '::', '127.0.0.1.example.com', '1270.0.0.1'].map(isLoopback), [
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('explains every setting in a sentence and gives each a default that it takes itself', () => {
    for (const { name, sentence, fallback, parse } of Object.values(settings)) {
      assert.match(name, /^FAROL_[A-Z][A-Z0-9_]*$/);
      assert.match(sentence, /^[A-Z].*\.$/, name);
      assert.doesNotThrow(() => parse(fallback), name);
    }
  });
});

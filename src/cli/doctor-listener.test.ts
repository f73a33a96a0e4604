import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { makeCertificate } from '../../test/support/certificate.ts';
import { projectDir } from '../../test/support/database.ts';
import { loadConfig } from '../config.ts';
import type { Finding } from './doctor-finding.ts';
import { checkListener } from './doctor-listener.ts';

const DAY_MS = 86_400_000;

suite('the certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farol-tls-'));
  const file = (name: string): string => join(folder, name);
  const make = (name: string, fromDays: number, toDays: number): void => {
    const { certificate, key } = makeCertificate(
      Date.now() + fromDays * DAY_MS,
      Date.now() + toDays * DAY_MS,
    );
    writeFileSync(file(`${name}.crt`), certificate);
    writeFileSync(file(`${name}.key`), key);
  };
  const examine = async (certificate: string, key: string): Promise<Finding> => {
    const config = loadConfig(projectDir, {
      FAROL_PORT: '0',
      FAROL_TLS_CERTIFICATE_FILE: file(certificate),
      FAROL_TLS_KEY_FILE: file(key),
    });
    const finding = (await checkListener(config)).find(({ check }) => check === 'certificate');
    assert.ok(finding !== undefined);
    return finding;
  };
  before(() => {
    make('good', -1, 365);
    make('ending', -1, 10);
    make('past', -30, -1);
    make('coming', 1, 365);
    writeFileSync(file('nonsense'), 'nothing');
  });
  after(() => rmSync(folder, { recursive: true }));

  test('one with its own key and time left is well', async () => {
    assert.equal((await examine('good.crt', 'good.key')).state, 'ok');
  });

  test('one that ends within 30 days is a warning', async () => {
    const finding = await examine('ending.crt', 'ending.key');
    assert.equal(finding.state, 'warning');
    assert.match(finding.message, /expires in 9 day\(s\)/);
  });

  test('an expired one, a key of another and files that hold nonsense are faults', async () => {
    for (const [certificate, key, message] of [
      ['past.crt', 'past.key', /expired on \d{4}-/],
      ['coming.crt', 'coming.key', /not valid before/],
      ['good.crt', 'ending.key', /do not belong together/],
      ['good.crt', 'nonsense', /nonsense cannot be read/],
      ['nonsense', 'good.key', /nonsense cannot be read/],
    ] as const) {
      const finding = await examine(certificate, key);
      assert.equal(finding.state, 'fault', certificate);
      assert.match(finding.message, message);
    }
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
// The whole API on a database of its own. Requests are injected unless a test asks for a real port; either way every
// answer is held against the published description.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { loadConfig } from '../../src/config.ts';
import type { Config } from '../../src/config.ts';
import { connect } from '../../src/connect.ts';
import * as accounts from '../../src/features/accounts/index.ts';
import { createClock } from '../../src/platform/clock.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { createKeyFile, createKeyring, readKeyFile } from '../../src/platform/crypto/keyring.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Log } from '../../src/platform/log.ts';
import { createApi } from '../../src/wiring.ts';
import type { Api } from '../../src/wiring.ts';
import { logFolder, noteCanary } from './canaries.ts';
import { createTestDatabase, projectDir } from './database.ts';
import type { TestDatabase } from './database.ts';
import { createAnswerCheck } from './openapi-check.ts';
import type { OpenApiDocument } from './openapi-check.ts';

export type TestApi = {
  api: Api;
  config: Config;
  clock: Clock;
  database: TestDatabase;
  operator: Database;
  log: Log;
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  check(answer: { method: string; path: string; status: number; contentType: string; body: string }): void;
  close(): Promise<void>;
};

export type TestApiOptions = {
  env?: Record<string, string>;
  database?: TestDatabase;
  addRoutes?: Parameters<typeof createApi>[0]['addRoutes'];
  onLawsuitsReady?: NonNullable<Parameters<typeof createApi>[0]['onLawsuitsReady']>;
};

function testLog(name: string): Log {
  const folder = logFolder();
  return folder === null
    ? createLog({ level: 'silent', process: name })
    : createLog(
        { level: 'debug', process: name },
        pino.destination({
          dest: join(folder, `${name}-${process.pid}-${randomBytes(3).toString('hex')}.log`),
          sync: true,
          mkdir: true,
        }),
      );
}

function testConfig(dataDir: string, databaseUrl: string, env: Record<string, string>): Config {
  return loadConfig(projectDir, {
    FAROL_DATA_DIR: dataDir,
    FAROL_DATABASE_URL: databaseUrl,
    FAROL_RATE_LIMITS: 'off',
    FAROL_PORT: '0',
    FAROL_DISK_FLOOR_MB: '0',
    // Other tests keep the machine busy too; what a busy process refuses has tests of its own.
    FAROL_MAX_EVENT_LOOP_DELAY_MS: '30000',
    ...env,
  });
}

/** With a database of another node given, this is a second node on it: same keys, same tenants. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'farol-api-'));
  const isFirst = options.database === undefined;
  const database = options.database ?? (await createTestDatabase());
  const config = testConfig(dataDir, database.url, options.env ?? {});
  const { addRoutes, onLawsuitsReady } = options;
  const [log, clock] = [testLog('api'), createClock()];
  const around = {
    config,
    databaseUrl: database.url,
    log,
    clock,
    ...(addRoutes === undefined ? {} : { addRoutes }),
    ...(onLawsuitsReady === undefined ? {} : { onLawsuitsReady }),
  };
  const operator = connect(around, 'farol_operator', 'test operator');
  if (isFirst) {
    createKeyFile(config.keyFile);
    await accounts.rotateSigningKey(operator, createKeyring(readKeyFile(config.keyFile)));
  }
  const api = await createApi(around);
  await api.app.ready();
  const findFault = createAnswerCheck(api.app.swagger() as unknown as OpenApiDocument);
  const check: TestApi['check'] = (answer) => assert.equal(findFault(answer), null);
  noteCanary('demo@example.com', 'basic@example.com', 'other@example.com');
  const inject: TestApi['inject'] = async (request) => {
    const response = await api.app.inject(request);
    check({
      method: (request.method ?? 'GET').toUpperCase(),
      path: typeof request.url === 'string' ? request.url : '',
      status: response.statusCode,
      contentType: response.headers['content-type'] ?? '',
      body: response.body,
    });
    return response;
  };
  const close = async (): Promise<void> => {
    await api.close();
    await operator.close();
    if (isFirst) {
      await database.drop();
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { api, config, clock, database, operator, log, check, inject, close };
}

export type Tokens = {
  email: string;
  username: string;
  token: string;
  refreshToken: string;
  expiresIn: number;
};

export async function logIn(test: TestApi, username = 'demo'): Promise<Tokens> {
  const response = await test.inject({
    method: 'POST',
    url: '/v1/login',
    payload: { email: `${username}@example.com`, password: 'farol-demo-2026' },
  });
  assert.equal(response.statusCode, 200, response.body);
  const tokens = response.json<Tokens>();
  noteCanary(tokens.token, tokens.refreshToken);
  return tokens;
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

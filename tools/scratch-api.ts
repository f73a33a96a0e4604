// The API on a throw-away database: what is generated from the running program comes from the program itself.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../src/config.ts';
import { connect, migrationsFolder } from '../src/connect.ts';
import { rotateSigningKey } from '../src/features/accounts/index.ts';
import { createKeyFile, createKeyring, readKeyFile } from '../src/platform/crypto/keyring.ts';
import { migrate } from '../src/platform/db/migrator.ts';
import { createLog } from '../src/platform/log.ts';
import { createApi } from '../src/wiring.ts';
import type { Api } from '../src/wiring.ts';
import { REPOSITORY_ROOT } from './repository.ts';
import { startTestDatabase } from './test-database.ts';

type Scratch = { api: Api; url: string; close(): Promise<void> };

let shared: Promise<Scratch> | null = null;

async function openScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'farol-scratch-'));
  const database = await startTestDatabase(folder, folder);
  const config = loadConfig(REPOSITORY_ROOT, { FAROL_DATA_DIR: folder, FAROL_DATABASE_URL: database.url });
  await migrate(database.url, migrationsFolder(config));
  createKeyFile(config.keyFile);
  const around = {
    config,
    databaseUrl: database.url,
    log: createLog({ level: 'silent', process: 'generate' }),
  };
  const operator = connect(around, 'farol_operator', 'generate');
  await rotateSigningKey(operator, createKeyring(readKeyFile(config.keyFile)));
  await operator.close();
  const api = await createApi(around);
  await api.app.ready();
  return {
    api,
    url: database.url,
    close: async () => {
      await api.close();
      await database.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same one for every file that is generated; `closeScratchApi` ends it. */
export async function withScratchApi<T>(work: (api: Api, url: string) => Promise<T>): Promise<T> {
  shared ??= openScratch();
  const { api, url } = await shared;
  return work(api, url);
}

export async function closeScratchApi(): Promise<void> {
  await (await shared)?.close();
  shared = null;
}

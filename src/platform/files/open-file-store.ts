// The store that the configuration names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { removeLeftovers } from './incoming-file.ts';
import { createS3Store } from './s3-store.ts';

function createStore(config: Config, clock: Clock): FileStore {
  const { filesDir, filesBucket: bucket, s3KeyId, s3SecretKey } = config;
  if (config.filesStore === 'folder') return createFolderStore({ root: filesDir, bucketName: bucket });
  if (s3KeyId === null || s3SecretKey === null) {
    throw new TypeError('the file store is opened without its keys');
  }
  const settings = {
    address: config.s3Url,
    region: config.s3Region,
    bucket,
    keyId: s3KeyId,
    secretKey: s3SecretKey,
    trusted: config.s3CaFile === '' ? null : readFileSync(config.s3CaFile, 'utf8'),
    workFolder: join(filesDir, '.work'),
  };
  return createS3Store(settings, clock);
}

export async function openFileStore(
  config: Config,
  { clock, log }: { clock: Clock; log: Log },
): Promise<FileStore> {
  const store = createStore(config, clock);
  const removed = await removeLeftovers(store.workFolder, clock.nowMs());
  if (removed > 0) log.warn({ removed }, 'files that were never finished were removed');
  return store;
}

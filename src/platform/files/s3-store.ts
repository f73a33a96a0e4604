// Files as objects of an S3-compatible store. A file is written on this machine first: then its hash and length are known,
// the store itself refuses whatever arrives otherwise, and a broken upload is simply made again.
import { rm } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { nameOf, segmentsOf } from './file-store.ts';
import type { FileStore, ListedFile } from './file-store.ts';
import { makeWorkFolder, writeIncoming } from './incoming-file.ts';
import { createS3Client } from './s3-client.ts';
import type { S3Client, S3Settings } from './s3-client.ts';

export type S3StoreSettings = S3Settings & { readonly workFolder: string };

async function* listObjects(client: S3Client): AsyncGenerator<ListedFile> {
  let next: string | null = null;
  do {
    const page: Awaited<ReturnType<S3Client['list']>> = await client.list(next);
    for (const { key, writtenAtMs } of page.objects) {
      const name = nameOf(key.split('/'));
      if (name !== null) yield { name, writtenAtMs };
    }
    ({ next } = page);
  } while (next !== null);
}

export function createS3Store(settings: S3StoreSettings, clock: Clock): FileStore {
  const { bucket, workFolder } = settings;
  const client = createS3Client(settings, clock);
  makeWorkFolder(workFolder);
  return {
    bucketName: bucket,
    workFolder,
    write: async (name, content) => {
      const key = segmentsOf(name).join('/');
      const incoming = await writeIncoming(workFolder, content);
      try {
        await client.put(key, incoming);
      } finally {
        await rm(incoming.path, { force: true });
      }
      return { bytes: incoming.bytes, sha256: incoming.sha256 };
    },
    open: async (name) => client.get(segmentsOf(name).join('/')),
    remove: async (name) => client.delete(segmentsOf(name).join('/')),
    list: () => listObjects(client),
    close: client.close,
  };
}

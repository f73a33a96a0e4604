// One file of the archive: text in, deflated bytes put aside. Deflating happens on another thread while the next text is
// made; no more than one piece of text waits for it.
import { createDeflateRaw, crc32 } from 'node:zlib';
import type { DeflateRaw } from 'node:zlib';
import { createSpool } from './spool.ts';
import type { Spool } from './spool.ts';

export type PartSettings = {
  /** Of zlib: 1 to 9. */
  readonly level: number;
  readonly spoolFolder: string;
};

/** What the archive has to know of a part. */
export type FinishedPart = {
  readonly crc: number;
  readonly plainBytes: number;
  readonly packedBytes: number;
  chunks(): AsyncIterable<Uint8Array>;
};

export type DeflatedPart = {
  /** Of the text so far. */
  plainBytes(): number;
  write(text: string): Promise<void>;
  finish(): Promise<FinishedPart>;
  /** At any time; what was put aside is gone then. */
  close(): Promise<void>;
};

const OUTPUT_BYTES = 65_536;
/** Most reports are small and never touch the disk before they are whole. */
const MEMORY_BYTES = 262_144;
const MEMORY_LEVEL = 9;

async function putAside(deflater: DeflateRaw, spool: Spool): Promise<void> {
  for await (const chunk of deflater) await spool.take(chunk as Buffer);
}

export function openPart({ level, spoolFolder }: PartSettings): DeflatedPart {
  const deflater = createDeflateRaw({ level, memLevel: MEMORY_LEVEL, chunkSize: OUTPUT_BYTES });
  const spool = createSpool(spoolFolder, MEMORY_BYTES);
  const whole = putAside(deflater, spool);
  // Whoever writes or finishes is told; until then a failure is no unhandled one.
  whole.catch(() => undefined);
  let inFlight: Promise<void> = Promise.resolve();
  let [crc, plainBytes] = [0, 0];

  const send = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      deflater.write(bytes, (error) => (error === null || error === undefined ? resolve() : reject(error)));
    });
  const settle = async (): Promise<void> => {
    try {
      await inFlight;
    } catch (error) {
      // A disk that is full destroys the stream, whose own complaint says less.
      await whole;
      throw error;
    }
  };

  return {
    plainBytes: () => plainBytes,
    write: async (text) => {
      const bytes = Buffer.from(text);
      crc = crc32(bytes, crc);
      plainBytes += bytes.length;
      await settle();
      inFlight = send(bytes);
      inFlight.catch(() => undefined);
    },
    finish: async () => {
      await settle();
      deflater.end();
      await whole;
      return { crc, plainBytes, packedBytes: spool.bytes, chunks: spool.chunks };
    },
    close: async () => {
      deflater.destroy();
      await whole.catch(() => undefined);
      await spool.close();
    },
  };
}

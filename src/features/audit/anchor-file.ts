import { timingSafeEqual } from 'node:crypto';
// What the worker saw at the end of each chain, kept outside of the database: whoever can change the database, or brings
// back an old copy of it, cannot change this file to fit. One line of JSON for each time, each with a keyed hash of its
// own. A writer's first line tells every head, its later ones those that have moved; its lines are counted, so that one
// that was taken out is missed.
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Keyring } from '../../platform/crypto/keyring.ts';

export type AnchoredHead = { organizationId: number; number: number; hash: string };
export type AnchorLine = {
  /** ISO 8601, by the database's clock. */
  at: string;
  writer: string;
  /** From 1 on for each writer. */
  line: number;
  heads: readonly AnchoredHead[];
};

export type AnchorFault = { line: number; kind: 'damaged' | 'lines missing before' };

/** `numbers` holds for each organization what was at the end of its chain, by number; more than one is a contradiction. */
export type Anchors = {
  /** False when there is no such file. */
  exists: boolean;
  lines: number;
  lastAt: string | null;
  faults: readonly AnchorFault[];
  byOrganization: ReadonlyMap<number, ReadonlyMap<number, readonly string[]>>;
};

function sign(keyring: Keyring, { at, writer, line, heads }: AnchorLine): Buffer {
  const told = heads.map(({ organizationId, number, hash }) => [organizationId, number, hash]);
  return keyring.keyedHash('audit anchor', JSON.stringify([at, writer, line, told]));
}

export function buildAnchorLine(keyring: Keyring, anchor: AnchorLine): string {
  return `${JSON.stringify({ ...anchor, mac: sign(keyring, anchor).toString('hex') })}\n`;
}

/** On disk when it resolves. A line that was cut short by a power failure does not run into this one. */
export async function appendAnchor(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    await file.read(last, 0, 1, Math.max(0, size - 1));
    await file.appendFile(size > 0 && last.toString() !== '\n' ? `\n${line}` : line);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function isAnchor(value: unknown): value is AnchorLine & { mac: string } {
  const { at, writer, line, heads, mac } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof at === 'string' &&
    typeof writer === 'string' &&
    typeof line === 'number' &&
    typeof mac === 'string' &&
    Array.isArray(heads) &&
    heads.every((head) => typeof head === 'object' && head !== null)
  );
}

/** Null for what we did not write, or not so. */
function parseAnchorLine(keyring: Keyring, text: string): AnchorLine | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isAnchor(value)) {
      return null;
    }
    const { mac, ...anchor } = value;
    const [given, right] = [Buffer.from(mac, 'hex'), sign(keyring, anchor)];
    return given.length === right.length && timingSafeEqual(given, right) ? anchor : null;
  } catch {
    return null;
  }
}

type Reading = {
  anchors: Map<number, Map<number, string[]>>;
  faults: AnchorFault[];
  nextOf: Map<string, number>;
  lines: number;
  lastAt: string | null;
};

function take(reading: Reading, anchor: AnchorLine | null): void {
  reading.lines += 1;
  if (anchor === null) {
    reading.faults.push({ line: reading.lines, kind: 'damaged' });
    return;
  }
  const { writer, line, heads, at } = anchor;
  if (line !== (reading.nextOf.get(writer) ?? 1)) {
    reading.faults.push({ line: reading.lines, kind: 'lines missing before' });
  }
  reading.nextOf.set(writer, line + 1);
  reading.lastAt = at;
  for (const { organizationId, number, hash } of heads) {
    const numbers = reading.anchors.get(organizationId) ?? new Map<number, string[]>();
    const hashes = numbers.get(number) ?? [];
    reading.anchors.set(organizationId, numbers.set(number, [...new Set([...hashes, hash])]));
  }
}

export async function readAnchors(path: string, keyring: Keyring): Promise<Anchors> {
  const reading: Reading = { anchors: new Map(), faults: [], nextOf: new Map(), lines: 0, lastAt: null };
  let exists = true;
  try {
    for await (const text of createInterface({ input: createReadStream(path) })) {
      take(reading, parseAnchorLine(keyring, text));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
    exists = false;
  }
  const { anchors: byOrganization, faults, lines, lastAt } = reading;
  return { exists, lines, lastAt, faults, byOrganization };
}

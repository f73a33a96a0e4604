// The published test documents as the played sources see them.
import { TEST_DOCUMENTS } from '../test-documents.ts';
import type { LiveStory } from '../test-documents/test-document.ts';

export const SLOW_MS = 5000;
export const RETRY_AFTER_SECONDS = 1;

/** Whom the answer is about where it is about the wrong one. */
export const SOMEBODY_ELSE = { person: '90010029940', company: '90010029000147' } as const;

export type LiveDocument = LiveStory & { document: string; name: string; purpose: string };

/** Those with a fixed fate at the played sources. */
export const LIVE_DOCUMENTS: readonly LiveDocument[] = TEST_DOCUMENTS.flatMap(
  ({ document, name, purpose, live }) => (live === undefined ? [] : [{ document, name, purpose, ...live }]),
);

const byDocument = new Map(TEST_DOCUMENTS.map((test) => [test.document, test]));

export function findStory(document: string): LiveStory | null {
  return byDocument.get(document)?.live ?? null;
}

export function findName(document: string): string | null {
  return byDocument.get(document)?.name ?? null;
}

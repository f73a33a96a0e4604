// What the scenarios about the credit register do alike: ask for many at once, each by several callers, until all have an
// answer, and hold the answers against the register.
import { setTimeout as sleep } from 'node:timers/promises';
import { creditOf, newestMonth } from '../../../sandbox/server/credit.ts';
import { answerPluggy } from '../../../sandbox/server/pluggy.ts';
import type { World as SandboxWorld } from '../../../sandbox/server/world.ts';
import { NoAnswer } from '../../support/requests.ts';
import { promise } from '../licences/acts.ts';
import { createDocuments } from '../licences/documents.ts';
import type { Act, Form, Seen } from '../scenario.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import type { World } from '../world.ts';
import { askForCredit } from './stored.ts';
import type { CreditAnswer } from './stored.ts';

/** Whoever asks for the same at the same time is not charged for it. */
const CALLERS = 3;
/** In flight, so that a burst does not measure the machine. */
const AT_ONCE = 8;
const EVERY_MS = 300;
/** Several attempts, each of which may last as long as its deadline, with the pauses between them. */
const PATIENCE_MS: Record<Form, number> = { short: 180_000, long: 900_000 };
const [OK, ACCEPTED, UNAVAILABLE] = [200, 202, 503];
/** Work of another kind, which goes on meanwhile. */
const OTHERS = 10;

export type Answers = ReadonlyMap<string, CreditAnswer>;

/** Of whom the register has something, so that nothing cannot be taken for the answer. */
export function takeClients({ register }: World, count: number): string[] {
  const month = newestMonth(register.sandbox.today());
  const documents = createDocuments();
  return Array.from({ length: count }, () =>
    documents.take((document) => creditOf(document, month, null) !== null),
  );
}

/** Who hears nothing asks again, as everybody does. */
async function ask(world: World, organizationId: number, document: string): Promise<CreditAnswer> {
  try {
    return await askForCredit(world, organizationId, document);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { status: ACCEPTED, indicators: null };
  }
}

async function forEachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const next = items.values();
  const workOn = async (): Promise<void> => {
    for (const item of next) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOn));
}

/**
 * Each by several callers at the same time, and then by one until nobody is told to wait any more. `later` are asked for
 * meanwhile, one after the other: were the last that waits alone, only its own calls could show that the source is well,
 * and one that is never answered would wait as long as an outage may last.
 */
export async function askAll(
  { world, clients, form }: Act,
  documents: readonly string[],
  later: readonly string[] = [],
): Promise<Answers> {
  const organizationOf = (index: number): number =>
    LOADED_ORGANIZATIONS[index % LOADED_ORGANIZATIONS.length] ?? 0;
  const others = Array.from({ length: OTHERS }, (_, index) => clients.create(organizationOf(index)));
  const answers = new Map<string, CreditAnswer>();
  const all = [...documents, ...later];
  const askOnce = async (document: string): Promise<void> => {
    answers.set(document, await ask(world, organizationOf(all.indexOf(document)), document));
  };
  await forEachAtOnce(documents, async (document) => {
    await Promise.all(Array.from({ length: CALLERS }, () => askOnce(document)));
  });
  const giveUpAt = performance.now() + PATIENCE_MS[form];
  const coming = later.values();
  for (let left = [...documents]; left.length > 0 && performance.now() < giveUpAt;) {
    await sleep(EVERY_MS);
    const isAnyLeft = documents.some((document) => left.includes(document));
    await forEachAtOnce([...left, ...coming.take(isAnyLeft ? 1 : 0)], askOnce);
    left = all.filter((document) => answers.get(document)?.status === ACCEPTED);
  }
  await Promise.all(others);
  return answers;
}

function listWith(answers: Answers, wanted: number): string[] {
  return [...answers].filter(([, { status }]) => status === wanted).map(([document]) => document);
}

/** Whose question the source may have failed, and whether it has to have failed all of them. */
export type Failing = { readonly documents: ReadonlySet<string>; readonly isCertain: boolean };

/** Everybody was told their own figures, or that the source failed. */
export function judgeAnswers({ register }: World, answers: Answers, failing: Failing): Seen {
  const month = newestMonth(register.sandbox.today());
  const wrong = [...answers].filter(([document, { status, indicators }]) => {
    const credit = creditOf(document, month, null);
    return (
      status === OK &&
      (indicators?.['institutions'] !== credit?.institutions ||
        indicators?.['relationshipSince'] !== credit?.since ||
        indicators?.['volumeProcessedPercent'] !== credit?.volumePercent)
    );
  });
  const [told, failed] = [listWith(answers, OK).length, listWith(answers, UNAVAILABLE)];
  const { documents, isCertain } = failing;
  const isExpected = isCertain ? failed.length === documents.size : true;
  const seen = promise(
    `${told} of ${answers.size} were told their figures, ${failed.length} that the source failed`,
    told + failed.length === answers.size &&
      isExpected &&
      failed.every((document) => documents.has(document)),
  );
  const faults = wrong.map(() => ({
    invariant: 'I9' as const,
    detail: 'somebody was told figures that are not theirs',
  }));
  return { ...seen, faults: [...seen.faults, ...faults] };
}

/** The register's answer about a document, byte by byte. */
export function creditBytesOf(sandbox: SandboxWorld, document: string): Buffer {
  const month = newestMonth(sandbox.today()).replace('-', '');
  const asked = {
    method: 'GET',
    path: `/items/sandbox-${document}/scr`,
    query: new URLSearchParams({ from: month, to: month }),
    headers: { 'x-api-key': 'sandbox-key-2' },
    body: '',
  };
  return Buffer.from(JSON.stringify(answerPluggy(asked, sandbox).body));
}

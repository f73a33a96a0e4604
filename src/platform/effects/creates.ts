// What every create that charges has in common: answered once for each key, charged once, written together with its
// events, audit rows and job. A capability gives the part that is its own: the rows and the answer.
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import { groupCommits } from './group-commit.ts';
import type { GroupCommit, Outcome } from './group-commit.ts';
import { claimRequests, keepAnswers } from './idempotency.ts';
import type { IdempotentRequest, KeptAnswer } from './idempotency.ts';
import { chargeAtOnce, chargeUnits, NOT_ENOUGH } from './ledger.ts';
import type { Charge, ChargeOutcome } from './ledger.ts';

export type Create<Input> = {
  readonly scope: Scope;
  /** Null when the caller gave no Idempotency-Key. */
  readonly request: IdempotentRequest | null;
  /** Null when it costs nothing. */
  readonly charge: Charge | null;
  readonly input: Input;
};
export type Accepted<Input> = { readonly input: Input; readonly planId: number | null };

/** What a create costs in truth: what was asked for, nothing, or that it cannot be done now. */
export type Appraisal = 'charged' | 'free' | FarolError;

type Appraise<Input> = (tx: Transaction, inputs: readonly Input[]) => Promise<readonly Appraisal[]>;

export type CreateOptions<Input> = {
  database: Database;
  keyring: Keyring;
  /**
   * For what may turn out to be there already: looks before anything is charged, and takes the locks that keep true what
   * it saw. They are taken before those of subscriptions, so nobody may take them behind a charge.
   */
  appraise?: Appraise<Input>;
  /**
   * Writes everything that is the capability's own, over the whole set, and answers each in the order given. Where
   * nothing was charged there is no plan.
   */
  write: (tx: Transaction, accepted: readonly Accepted<Input>[]) => Promise<readonly KeptAnswer[]>;
};

type Settled = Outcome<KeptAnswer> | null;

function nameOf({ organizationId, callerKey, route, key }: IdempotentRequest): string {
  return JSON.stringify([organizationId, callerKey, route, key]);
}

/** Answers repeats and refuses misuse; what is left null goes on. Of equal names in the batch only the first goes on. */
async function claim<Input>(
  tx: Transaction,
  creates: readonly Create<Input>[],
  keyring: Keyring,
): Promise<{ settled: Settled[]; twins: Map<number, number> }> {
  const named = creates.flatMap(({ request }, index) => (request === null ? [] : [{ request, index }]));
  const claims = await claimRequests(
    tx,
    named.map(({ request }) => request),
    keyring,
  );
  const settled: Settled[] = creates.map(() => null);
  const firstOf = new Map<string, number>();
  const twins = new Map<number, number>();
  named.forEach(({ request, index }, position) => {
    const outcome = claims[position];
    if (outcome?.kind === 'repeat') {
      settled[index] = { value: outcome.answer };
    } else if (outcome?.kind === 'refused') {
      settled[index] = { error: outcome.error };
    } else {
      const first = firstOf.get(nameOf(request));
      if (first === undefined) {
        firstOf.set(nameOf(request), index);
      } else {
        twins.set(index, first);
      }
    }
  });
  return { settled, twins };
}

/** The second of two equal requests in one batch gets the answer of the first, if it really was the same request. */
function settleTwin<Input>(
  creates: readonly Create<Input>[],
  settled: readonly Settled[],
  pair: [number, number],
): Settled {
  const [twin, first] = pair.map((index) => creates[index]?.request ?? null);
  if (twin && first && !twin.fingerprint.equals(first.fingerprint)) {
    const message = 'The Idempotency-Key was used with another request';
    return { error: new FarolError('CONFLICT', { message }) };
  }
  return settled[pair[1]] ?? null;
}

type Open = { open: readonly number[]; free: ReadonlySet<number> };

/** Those that cannot be done are settled; the others go on. */
async function appraiseAll<Input>(
  tx: Transaction,
  creates: readonly Create<Input>[],
  { open, settled, appraise }: { open: number[]; settled: Settled[]; appraise: Appraise<Input> | undefined },
): Promise<Open> {
  if (appraise === undefined || open.length === 0) {
    return { open, free: new Set() };
  }
  const inputs = open.flatMap((index) => creates[index]?.input ?? []);
  const appraisals = await appraise(tx, inputs);
  const free = new Set<number>();
  open.forEach((index, position) => {
    const appraisal = appraisals[position] ?? 'charged';
    if (appraisal === 'free') {
      free.add(index);
    } else if (appraisal !== 'charged') {
      settled[index] = { error: appraisal };
    }
  });
  return { open: open.filter((index) => settled[index] === null), free };
}

async function charge<Input>(
  tx: Transaction,
  creates: readonly Create<Input>[],
  { open, free, isCareful }: Open & { isCareful: boolean },
): Promise<Map<number, ChargeOutcome | undefined>> {
  const charged = open.flatMap((index) => {
    const wanted = creates[index]?.charge ?? null;
    return wanted === null || free.has(index) ? [] : [{ index, wanted }];
  });
  const charges = charged.map(({ wanted }) => wanted);
  const outcomes = (isCareful ? null : chargeAtOnce(tx, charges)) ?? (await chargeUnits(tx, charges));
  return new Map(charged.map(({ index }, position) => [index, outcomes[position]]));
}

async function applyCreates<Input>(
  tx: Transaction,
  creates: readonly Create<Input>[],
  { keyring, appraise, write, isCareful }: CreateOptions<Input> & { isCareful: boolean },
): Promise<Outcome<KeptAnswer>[]> {
  const { settled, twins } = await claim(tx, creates, keyring);
  const first = creates.flatMap((_create, index) =>
    settled[index] === null && !twins.has(index) ? [index] : [],
  );
  const { open, free } = await appraiseAll(tx, creates, { open: first, settled, appraise });
  const charges = await charge(tx, creates, { open, free, isCareful });
  const accepted = open.flatMap((index) => {
    const create = creates[index];
    const outcome = charges.get(index);
    if (create === undefined || (outcome !== undefined && 'error' in outcome)) {
      settled[index] = { error: outcome !== undefined && 'error' in outcome ? outcome.error : undefined };
      return [];
    }
    return [{ index, create, planId: outcome?.planId ?? null }];
  });
  const answers =
    accepted.length === 0
      ? []
      : await write(
          tx,
          accepted.map(({ create, planId }) => ({ input: create.input, planId })),
        );
  const kept = accepted.flatMap(({ index, create }, position) => {
    const answer = answers[position];
    if (answer === undefined) {
      throw new Error('A capability did not answer every member of its batch');
    }
    settled[index] = { value: answer };
    return create.request === null ? [] : [{ ...create.request, answer }];
  });
  keepAnswers(tx, kept, keyring);
  for (const pair of twins) {
    settled[pair[0]] = settleTwin(creates, settled, pair);
  }
  return settled.map((outcome) => outcome ?? { error: new FarolError('INTERNAL') });
}

/** So long after units were short in a batch, the next ones look before they charge. */
const CAREFUL_MS = 5000;

export function groupCreates<Input>(options: CreateOptions<Input>): GroupCommit<Create<Input>, KeptAnswer> {
  let carefulUntilMs = 0;
  return groupCommits<Create<Input>, KeptAnswer>({
    database: options.database,
    apply: (tx, creates) =>
      applyCreates(tx, creates, { ...options, isCareful: performance.now() < carefulUntilMs }),
    mayRepeat: (code) => {
      if (code === NOT_ENOUGH) {
        carefulUntilMs = performance.now() + CAREFUL_MS;
      }
      return code === NOT_ENOUGH;
    },
  });
}

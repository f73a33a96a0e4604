// What a scenario is: something done to the service while clients work, in a short form for every run of the tests and
// a long one for `npm run prove`.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Invariant } from './checker.ts';
import type { Clients } from './clients.ts';
import type { Random } from './random.ts';
import type { WantedWorkers } from './workers.ts';
import type { World } from './world.ts';

export type Form = 'short' | 'long';
export type Act = {
  world: World;
  clients: Clients;
  random: Random;
  times: number;
  /** Shortens the pauses between two kills. */
  form: Form;
};

/** What only the scenario itself can see. */
export type Seen = { faults: { invariant: Invariant; detail: string }[]; figures: string[] };

export type Scenario = {
  readonly name: string;
  /** How often the thing is done. */
  readonly times: Record<Form, number>;
  readonly organizations: readonly number[];
  readonly thieves?: boolean;
  /** One, unless told. */
  readonly workers?: (form: Form) => WantedWorkers;
  /** Settings of the product. */
  readonly env?: (form: Form) => Record<string, string>;
  run(act: Act): Promise<Seen>;
};

/** Less in the tests, which share the machine with others. */
const PER_SECOND: Record<Form, number> = { short: 75, long: 150 };

/** Load from before the first fault until after the last. */
export async function underLoad(
  { clients, form }: Act,
  work: () => Promise<void>,
  { perSecond = PER_SECOND[form], atLeast = 0 } = {},
): Promise<void> {
  let isOver = false;
  const load = clients.load(() => isOver && clients.tally.creates >= atLeast, perSecond);
  try {
    await work();
    await sleep(300);
  } finally {
    isOver = true;
    await load;
  }
}

// What a kind of background work is: its name, what its payload holds, and how often and how long it may be tried.
import Type from 'typebox';
import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/compile';

export type JobSettings = {
  /** Also the name of its queue, such as `cnh.run`. */
  readonly name: string;
  /** How often it may be started before it is laid aside; never more than five times. */
  readonly maxAttempts: number;
  /** An attempt that takes longer is aborted and counts as failed. */
  readonly timeoutSeconds: number;
  /** The first retry comes within this time, at random; each further one within twice the time of the one before. */
  readonly retryWithinSeconds: number;
  /** How many jobs of one organization run at once, over all workers together. */
  readonly perOrganization: number;
  /** How many jobs of this kind one worker runs at once. */
  readonly slots: number;
};

export type JobDefinition<Payload> = JobSettings & { isPayload(value: unknown): value is Payload };

type Wanted<Schema extends TObject> = Pick<JobSettings, 'name'> &
  Partial<JobSettings> & {
    /** Ids of ours only: a payload is stored in clear and shown to operators. */
    readonly payload: Schema;
  };

const MOST_ATTEMPTS = 5;
/** pg-boss puts the name into the text of its statements, so it is held to what needs no quoting. */
const NAME = /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+$/;

/** The payload of a job that stands for requests created together. */
export const Requests = Type.Object(
  { requestIds: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1 }) },
  { additionalProperties: false },
);
export type RequestsPayload = Static<typeof Requests>;

export function defineJob<Schema extends TObject>(wanted: Wanted<Schema>): JobDefinition<Static<Schema>> {
  const { payload, ...settings } = wanted;
  const job: JobSettings = {
    maxAttempts: MOST_ATTEMPTS,
    timeoutSeconds: 300,
    retryWithinSeconds: 30,
    perOrganization: 20,
    slots: 40,
    ...settings,
  };
  const { name, maxAttempts, ...counts } = job;
  if (!NAME.test(name)) {
    throw new TypeError(`"${name}" is no name for a job: it reads like "cnh.run"`);
  }
  if (!(Number.isInteger(maxAttempts) && maxAttempts >= 1 && maxAttempts <= MOST_ATTEMPTS)) {
    throw new TypeError(`${name} is tried 1 to ${MOST_ATTEMPTS} times, not ${maxAttempts}`);
  }
  if (!Object.values(counts).every((count) => Number.isInteger(count) && count >= 1)) {
    throw new TypeError(`${name} has a setting that is not a whole number above 0`);
  }
  const validator = Compile(payload);
  return { ...job, isPayload: (value): value is Static<Schema> => validator.Check(value) };
}

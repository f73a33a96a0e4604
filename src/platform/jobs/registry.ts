// Which handler runs which job. Checked when a worker starts, so that no job waits for a handler that nobody wrote.
import type { Attempt } from './attempt.ts';
import type { OnDead } from './dead-letters.ts';
import type { JobDefinition, JobSettings } from './definition.ts';

export type { DeadLetter } from './dead-letters.ts';

export type HandledJob = {
  readonly job: JobSettings;
  /** Validates the payload before the handler sees it. */
  readonly run: (attempt: Attempt<unknown>) => Promise<void>;
  /** A payload that is not the job's own is for the operator alone. */
  readonly onDead: OnDead<unknown>;
};

export type JobRegistry = { readonly jobs: readonly JobSettings[]; readonly handlers: readonly HandledJob[] };

/** The reason reaches the operator with the dead letter, so it says nothing of the payload itself. */
export class PayloadFault extends Error {
  override readonly name = 'PayloadFault';
}

class RegistryFault extends Error {}

export function handleJob<Payload>(
  job: JobDefinition<Payload>,
  handler: (attempt: Attempt<Payload>) => Promise<void>,
  { onDead }: { onDead?: OnDead<Payload> } = {},
): HandledJob {
  return {
    job,
    run: async (attempt) => {
      const { payload } = attempt;
      if (!job.isPayload(payload)) {
        throw new PayloadFault(`the payload is not one of ${job.name}`);
      }
      await handler({ ...attempt, payload });
    },
    onDead: async (tx, letter) => {
      const { payload } = letter;
      if (job.isPayload(payload)) {
        await onDead?.(tx, { ...letter, payload });
      }
    },
  };
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** Handlers by the name of their job; names all faults at once. */
export function checkRegistry({ jobs, handlers }: JobRegistry): Map<string, HandledJob> {
  const defined = jobs.map(({ name }) => name);
  const handled = handlers.map(({ job }) => job.name);
  const faults = [
    ...repeated(defined).map((name) => `${name} is defined twice`),
    ...repeated(handled).map((name) => `${name} has two handlers`),
    ...defined.filter((name) => !handled.includes(name)).map((name) => `${name} has no handler`),
    ...handled.filter((name) => !defined.includes(name)).map((name) => `${name} has a handler but is no job`),
  ];
  if (faults.length > 0) {
    throw new RegistryFault(`The jobs do not fit their handlers: ${faults.join('; ')}`);
  }
  return new Map(handlers.map((handler) => [handler.job.name, handler]));
}

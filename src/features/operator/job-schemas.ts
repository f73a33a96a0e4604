// Wire shapes of jobs. What a job carries is left out: it belongs to its organization.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
const Count = Type.Integer({ minimum: 0 });
const Time = Type.String({ format: 'date-time' });

export const JobsQuery = Type.Object({
  state: Type.Optional(Type.Enum(['dead', 'waiting', 'running'])),
});
export const JobPath = Type.Object({ jobId: Type.String({ maxLength: 64 }) }, closed);

const Figure = Type.Object(
  {
    job: Type.String(),
    waiting: Count,
    running: Count,
    dead: Count,
    settled: Type.Integer({ minimum: 0, description: 'Since the database was made' }),
  },
  closed,
);
const Job = Type.Object(
  {
    id: Type.String(),
    job: Type.String(),
    organizationId: Type.Union([Id, Type.Null()]),
    state: Type.Enum(['dead', 'waiting', 'running', 'done', 'failed']),
    attempts: Count,
    createdAt: Time,
    startsAt: Time,
    reason: Type.Union([Type.String(), Type.Null()]),
  },
  closed,
);
export const JobsAnswer = Type.Object(
  {
    figures: Type.Array(Figure, { description: 'As the workers told last' }),
    jobs: Type.Array(Job, { description: 'Not done yet, the oldest first, at most 200' }),
  },
  closed,
);
export type JobsAnswer = Static<typeof JobsAnswer>;
export const RetryAnswer = Type.Object({ retried: Count }, closed);

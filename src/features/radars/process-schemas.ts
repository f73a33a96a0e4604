// Wire shapes of an organization's processes. The spelling `sucess` is the contract's own.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import type { Inactivated, ProcessPage } from './process-service.ts';

const closed = { additionalProperties: false };
const DateTime = Type.String({ format: 'date-time' });
const Status = Type.Enum(['ACTIVE', 'INACTIVE']);
const Number20 = Type.String({ pattern: String.raw`^\d{20}$` });
const Code = Type.Integer({ minimum: 0, description: '0 when it is not known' });
const NameOf = Type.String({ description: 'Empty when it is not known' });

export const ProcessQuery = Type.Object({
  status: Type.Optional(Status),
  after: Type.Optional(
    Type.String({ pattern: String.raw`^\d{20}$`, description: '`next` of the page before' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});

export const ProcessAnswer = Type.Object(
  {
    processes: Type.Array(
      Type.Object(
        {
          processNumber: Number20,
          status: Status,
          radarIds: Type.Array(Id),
          matchedAt: DateTime,
          inactivatedAt: Type.Union([DateTime, Type.Null()]),
        },
        closed,
      ),
    ),
    next: Type.String({ description: 'The value for the following `after`; empty at the end' }),
  },
  closed,
);

export function processesToWire({ rows, next }: ProcessPage): string {
  const processes = rows.map((row) => ({
    processNumber: row.number,
    status: row.status,
    radarIds: row.radar_ids.map(Number),
    matchedAt: row.matched_at,
    inactivatedAt: row.inactivated_at,
  }));
  return JSON.stringify({ processes, next });
}

export const InactivationAnswer = Type.Object(
  {
    sucess: Type.Boolean(),
    reason: Type.Null(),
    total: Type.Integer(),
    result: Type.Object(
      { processNumber: Number20, organizationId: Id, status: Status, inactivatedAt: DateTime },
      closed,
    ),
    process: Type.Object(
      {
        number: Number20,
        court: Type.String({ description: 'Its acronym' }),
        class: Type.Object({ code: Code, name: NameOf }, closed),
        lastMovement: Type.Union([
          Type.Object({ code: Code, name: NameOf, at: DateTime }, closed),
          Type.Null(),
        ]),
      },
      closed,
    ),
  },
  closed,
);

export function inactivationToWire({ organizationId, inactivatedAt, brief }: Inactivated): string {
  return JSON.stringify({
    sucess: true,
    reason: null,
    total: 1,
    result: { processNumber: brief.number, organizationId, status: 'INACTIVE', inactivatedAt },
    process: brief,
  });
}

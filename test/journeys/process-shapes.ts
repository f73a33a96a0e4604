// What clients read of one process by its number: the answer to watching it, and what is told of it.
import { listOf, orNull, under } from '../support/shape-faults.ts';
import type { Shape } from '../support/shape-faults.ts';

const maybeMoment = orNull('moment');
const TERM: Shape = { code: 'integer', name: 'text' };

export const WATCHED: Shape = {
  status: 'words',
  obs: 'text',
  process: {
    ...under(['number', 'court'], 'text'),
    organizationId: 'integer',
    status: 'words',
    class: TERM,
    lastMovement: orNull({ code: 'integer', name: 'text', at: 'moment' }),
  },
};
const PEOPLE: Shape = listOf(under(['name', 'role'], 'text'));
export const PROCESS: Shape = {
  ...under(['processNumber', 'status', 'court', 'life'], 'words'),
  organizationId: 'integer',
  ...under(['isImported', 'isKnown'], 'flag'),
  radarIds: listOf('integer'),
  matchedAt: 'moment',
  inactivatedAt: maybeMoment,
  refresh: { refreshedAt: maybeMoment, result: orNull('text') },
  class: TERM,
  subjects: listOf(TERM),
  value: 'text',
  filedOn: orNull('date'),
  parties: under(['active', 'passive', 'others'], PEOPLE),
  totalMovements: 'integer',
  movements: listOf({ code: 'integer', ...under(['name', 'degree'], 'text'), at: 'moment' }, 1),
  sources: listOf(
    {
      ...under(['source', 'degree'], 'words'),
      unit: 'text',
      updatedAt: maybeMoment,
      fetchedAt: 'moment',
      ageDays: 'integer',
    },
    1,
  ),
};

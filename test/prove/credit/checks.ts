// What must hold of questions to the credit register once everything has come to rest.
import type { Stored } from '../stored.ts';
import { SETTLED } from './stored.ts';

/** I3: what is not settled has exactly one job that will bring it there, and what is settled none. */
export function checkUndoneEnquiries({ enquiries, jobs }: Stored): string[] {
  const live = jobs.filter(({ state }) => state === 'live').flatMap(({ requestIds }) => requestIds);
  return enquiries.flatMap(({ id, status }) => {
    const count = live.filter((each) => each === id).length;
    return count === (SETTLED.includes(status) ? 0 : 1)
      ? []
      : [`scr ${id} is ${status} and has ${count} live jobs`];
  });
}

/** I4: one event for each end. */
export function checkEnquiryEffects({ enquiries, events }: Stored): string[] {
  const told = Map.groupBy(
    events.filter(({ type }) => type === 'scr.completed'),
    ({ id }) => id,
  );
  const wordFor: Readonly<Record<string, string>> = { READY: 'SUCCESS', FAILED: 'FAILED' };
  return enquiries.flatMap(({ id, status }) => {
    const tells = (told.get(id) ?? []).map((event) => event.status).join();
    return tells === (wordFor[status] ?? '') ? [] : [`scr ${id} is ${status} and was told as ${tells}`];
  });
}

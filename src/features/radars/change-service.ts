// Renaming, pausing, resuming and removing a radar.
import type { AuditAction } from '../../audit-actions.ts';
import { FarolError } from '../../errors.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { enqueueForRequests } from '../../platform/jobs/enqueue.ts';
import { noteMonitoringState } from '../analysis/index.ts';
import { holdRadar, pauseRadar, removeRadar, renameRadar, resumeRadar } from './change-store.ts';
import type { HeldRadar, RadarName } from './change-store.ts';
import { PRIME_JOB, UNLINK_JOB } from './definition.ts';
import { linkText } from './list-text.ts';
import { findRadar } from './queries.ts';
import { PAUSABLE_AFTER_DAYS, pausableAt } from './rules.ts';
import type { RadarParts } from './service.ts';

type Asked = { entry: Entry; actor: string; radarId: number };

export type RadarChanges = {
  /** Each answers the radar as JSON text. */
  rename(asked: Asked & { name: string }): Promise<string>;
  pause(asked: Asked): Promise<string>;
  resume(asked: Asked): Promise<string>;
  remove(asked: Asked): Promise<void>;
};

type Held = { readonly tx: Transaction; readonly name: RadarName; readonly radar: HeldRadar };
/** Whether anything was changed: what is already so is answered again and leaves no trace. */
type Change = (held: Held) => Promise<boolean> | boolean;

function noteState(
  { tx, name, radar }: Held,
  state: Partial<Record<'pausableAt' | 'pausedAt' | 'deletedAt', string>>,
) {
  const { organizationId } = name;
  noteMonitoringState(
    tx,
    { organizationId, documentId: radar.document_id },
    {
      pausableAt: state.pausableAt ?? radar.pausable_at,
      pausedAt: state.pausedAt ?? null,
      deletedAt: state.deletedAt ?? null,
    },
  );
}

function pause(held: Held, at: string): boolean {
  const { tx, name, radar } = held;
  if (radar.paused_at !== null) return false;
  if (!radar.is_pausable) {
    const message = `The radar may be paused from ${radar.pausable_at} on, ${PAUSABLE_AFTER_DAYS} days after it was added or last resumed`;
    throw new FarolError('CONFLICT', { message });
  }
  pauseRadar(tx, name, at);
  noteState(held, { pausedAt: at });
  return true;
}

async function resume(held: Held, now: Date): Promise<boolean> {
  const { tx, name, radar } = held;
  if (radar.paused_at === null) return false;
  resumeRadar(tx, name, now.toISOString());
  noteState(held, { pausableAt: pausableAt(now.getTime()).toISOString() });
  await enqueueForRequests(tx, PRIME_JOB, [
    { organizationId: name.organizationId, requestIds: [String(name.id)] },
  ]);
  return true;
}

async function remove(held: Held, at: string): Promise<boolean> {
  const { tx, name } = held;
  removeRadar(tx, name, at);
  noteState(held, { deletedAt: at });
  await enqueueForRequests(tx, UNLINK_JOB, [
    { organizationId: name.organizationId, requestIds: [String(name.id)] },
  ]);
  return true;
}

export function createRadarChanges({ database, keyring, clock }: RadarParts): RadarChanges {
  const change = ({ entry, actor, radarId }: Asked, action: AuditAction, work: Change): Promise<string> =>
    database.transaction(entry.scope, async (tx) => {
      const { organizationId } = entry;
      const name = { organizationId, id: radarId };
      const radar = await holdRadar(tx, name, PAUSABLE_AFTER_DAYS);
      if (radar === null) {
        throw new FarolError('NOT_FOUND', { message: 'Radar not found' });
      }
      if (await work({ tx, name, radar })) {
        const documentHash = hashDocument(keyring, radar.document);
        recordAudit(tx, [{ organizationId, actor, action, subject: `radar ${radarId}`, documentHash }]);
      }
      const changed = await findRadar(tx, organizationId, radarId);
      return changed === null ? '' : linkText(changed);
    });
  return {
    rename: (asked) =>
      change(asked, 'radar.rename', ({ tx, name }) => {
        renameRadar(tx, name, asked.name);
        return true;
      }),
    pause: (asked) => change(asked, 'radar.pause', (held) => pause(held, clock.now().toISOString())),
    resume: (asked) => change(asked, 'radar.resume', (held) => resume(held, clock.now())),
    remove: async (asked) => {
      await change(asked, 'radar.remove', (held) => remove(held, clock.now().toISOString()));
    },
  };
}

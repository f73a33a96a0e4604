// Adding radars, one by one or many at once; each is a create of its own, and those that arrive together commit together.
import { documentRoot, documentType } from '../../documents/document.ts';
import { FarolError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { groupCreates } from '../../platform/effects/creates.ts';
import type { Accepted, Appraisal } from '../../platform/effects/creates.ts';
import type { IdempotentRequest, KeptAnswer } from '../../platform/effects/idempotency.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { enqueueForRequests } from '../../platform/jobs/enqueue.ts';
import { noteMonitored } from '../analysis/index.ts';
import { chargeSubject, PRIME_JOB } from './definition.ts';
import { pausableAt } from './rules.ts';
import type { WantedRadar } from './rules.ts';
import { addRadars, drawRadarIds, holdKnownRadars, renameRadars } from './store.ts';
import { createTurns } from './turns.ts';

const FEATURE = 'MONITORING';
const UNITS = 1;

type RadarInput = WantedRadar & { organizationId: number; id: string; actor: string };

export type RadarParts = { database: Database; keyring: Keyring; clock: Clock };
type Asked = { entry: Entry; actor: string };

export type AddedRadar = { readonly id: number; readonly isNew: boolean };

export type RadarService = {
  /** The answer of the contract, kept under the caller's key. */
  add(asked: Asked & { radar: WantedRadar; idempotency: IdempotentRequest | null }): Promise<KeptAnswer>;
  /** Each by itself: the radar, or the error that is its alone. */
  addAll(asked: Asked & { radars: readonly WantedRadar[] }): Promise<PromiseSettledResult<AddedRadar>[]>;
};

async function appraise(tx: Transaction, inputs: readonly RadarInput[]): Promise<Appraisal[]> {
  const { known, held } = await holdKnownRadars(tx, inputs);
  return inputs.map((_input, place) => {
    if (!known.has(place)) return 'charged';
    const message = 'The radar is being matched at the moment; try again';
    return held.has(place) ? 'free' : new FarolError('CONFLICT', { message, retryAfterSeconds: 1 });
  });
}

type Charged = RadarInput & { planId: number; documentHash: Buffer };

async function addNew(tx: Transaction, { keyring, clock }: RadarParts, added: readonly Charged[]) {
  const createdAt = clock.now();
  const times = {
    createdAt: createdAt.toISOString(),
    pausableAt: pausableAt(createdAt.getTime()).toISOString(),
  };
  const documentIds = await noteMonitored(
    tx,
    keyring,
    added.map((each) => ({ ...each, ...times })),
  );
  const rows = added.map((each, index) => ({
    ...each,
    createdAt: times.createdAt,
    documentId: documentIds[index] ?? '',
    root: documentRoot(each.document),
    type: documentType(each.document),
  }));
  addRadars(tx, rows);
  await enqueueForRequests(
    tx,
    PRIME_JOB,
    rows.map(({ organizationId, id }) => ({ organizationId, requestIds: [id] })),
  );
}

/** Those without a plan were not charged: their document has a radar already, which is held. */
async function writeRadars(
  tx: Transaction,
  parts: RadarParts,
  accepted: readonly Accepted<RadarInput>[],
): Promise<string[]> {
  const inputs = accepted.map(({ input, planId }) => ({
    ...input,
    planId,
    documentHash: hashDocument(parts.keyring, input.document),
  }));
  const added = inputs.flatMap(({ planId, ...each }) => (planId === null ? [] : [{ ...each, planId }]));
  const renamed = inputs.filter(({ planId }) => planId === null);
  if (added.length > 0) await addNew(tx, parts, added);
  const knownIds = renamed.length === 0 ? [] : await renameRadars(tx, renamed);
  const idOf = new Map(renamed.map((input, index) => [input, knownIds[index] ?? '']));
  const ids = inputs.map((input) => idOf.get(input) ?? input.id);
  recordAudit(
    tx,
    inputs.map(({ organizationId, actor, planId, documentHash }, index) => ({
      organizationId,
      actor,
      action: planId === null ? 'radar.rename' : 'radar.add',
      subject: chargeSubject(ids[index] ?? ''),
      documentHash,
    })),
  );
  return ids;
}

/** Exactly the three fields of the contract. */
function toAnswer({ name, document }: WantedRadar): string {
  return JSON.stringify({ name, code: document, type: documentType(document) });
}

export function createRadarService(parts: RadarParts): RadarService {
  const { database, keyring } = parts;
  const turns = createTurns();
  const group = (answerOf: (input: RadarInput, added: AddedRadar) => string) =>
    groupCreates<RadarInput>({
      database,
      keyring,
      appraise,
      write: async (tx, accepted) => {
        const ids = await writeRadars(tx, parts, accepted);
        return accepted.map(({ input, planId }, index) => {
          const added = { id: Number(ids[index]), isNew: planId !== null };
          return { status: 200, body: answerOf(input, added) };
        });
      },
    });
  const creates = group(toAnswer);
  // A lane of its own: whoever adds thousands does not stand in the way of those who add one.
  const bulkCreates = group((_input, added) => JSON.stringify(added));

  const submit = (
    to: typeof creates,
    { entry, actor }: Asked,
    wanted: { radar: WantedRadar; id: string; idempotency: IdempotentRequest | null },
  ): Promise<KeptAnswer> => {
    const { organizationId, scope, plans } = entry;
    const { radar, id, idempotency } = wanted;
    const planIds = plans.filter(({ features }) => features.includes(FEATURE)).map(({ planId }) => planId);
    return turns.take(`${organizationId} ${radar.document}`, () =>
      to.submit({
        scope,
        request: idempotency,
        charge: { organizationId, units: UNITS, subject: chargeSubject(id), planIds },
        input: { ...radar, organizationId, id, actor },
      }),
    );
  };
  const draw = (entry: Entry, count: number): Promise<string[]> =>
    database.transaction(entry.scope, (tx) => drawRadarIds(tx, count));

  return {
    add: async (asked) => {
      const [id = ''] = await draw(asked.entry, 1);
      return submit(creates, asked, { ...asked, id });
    },
    addAll: async (asked) => {
      const ids = await draw(asked.entry, asked.radars.length);
      const answers = asked.radars.map(async (radar, index) => {
        const wanted = { radar, id: ids[index] ?? '', idempotency: null };
        return JSON.parse((await submit(bulkCreates, asked, wanted)).body) as AddedRadar;
      });
      return Promise.allSettled(answers);
    },
  };
}

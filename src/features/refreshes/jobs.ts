// The jobs that fetch facts anew, and the words that go with them.
import Type from 'typebox';
import type { Static } from 'typebox';
import { defineJob } from '../../platform/jobs/definition.ts';

const RadarPayload = Type.Object({ radarId: Type.Integer({ minimum: 1 }) }, { additionalProperties: false });
export type RadarPayload = Static<typeof RadarPayload>;

const ProcessPayload = Type.Object(
  {
    processNumber: Type.String({ pattern: '^[0-9]{20}$' }),
    /** What was charged and is given back if this comes to nothing. */
    chargedFor: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  { additionalProperties: false },
);
export type ProcessPayload = Static<typeof ProcessPayload>;

// Connectors repeat what is worth it; nobody waits for these, and many of them are due in the same hour.
const PATIENT = { retryWithinSeconds: 60, perOrganization: 5, slots: 10 } as const;

export const RADAR_REFRESH = defineJob({ ...PATIENT, name: 'refresh.radar', payload: RadarPayload });
export const PROCESS_REFRESH = defineJob({ ...PATIENT, name: 'refresh.process', payload: ProcessPayload });

export const RESULTS = ['changed', 'unchanged', 'failed'] as const;
export type RefreshResult = (typeof RESULTS)[number];
export type RefreshedKind = 'radar' | 'process';
export type ObserveRefresh = (kind: RefreshedKind, result: RefreshResult) => void;

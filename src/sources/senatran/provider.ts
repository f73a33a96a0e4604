// Driver licences out of WSDenatran: one GET by CPF, answered at once.
import { localDate } from '../../documents/local-date.ts';
import type { Cnh, CnhLookup } from '../../features/driver-licences/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { defineAnswer } from '../../platform/outbound/shapes.ts';
import type { AnswerReader, VendorFault } from '../../platform/outbound/shapes.ts';
import type { SourceClient } from '../../platform/outbound/source-client.ts';
import type { Secret } from '../../platform/secret.ts';
import { isAboutDriver, readDrivers } from './mapper.ts';
import { Drivers, Refusal } from './schemas.ts';

export type SenatranOptions = {
  client: SourceClient;
  clock: Clock;
  /** The person in whose name the source is asked; sent with every call. */
  operatorCpf: Secret;
  costCents: number;
};

const drivers = defineAnswer(Drivers);
const refusal = defineAnswer(Refusal);

function refused(fault: VendorFault): AnswerReader<Cnh> {
  return refusal({
    isAbout: null,
    read: ({ returnCode }) => ({ kind: 'failed', fault: { ...fault, vendorCode: String(returnCode) } }),
  });
}

const REFUSALS: Readonly<Record<number, AnswerReader<Cnh>>> = {
  400: refused({ code: 'BAD_INPUT', text: 'WSDenatran refuses the question' }),
  401: refused({ code: 'AUTH', text: 'WSDenatran does not accept the certificate or the operator' }),
  402: refused({ code: 'UPSTREAM', text: 'WSDenatran refuses for a rule of its own', retry: 'NEVER' }),
  // Only in the source's own words: a 404 from a gateway in front of it says nothing about the driver.
  404: refusal({ isAbout: null, read: () => ({ kind: 'empty', facts: { freshness: 'live' } }) }),
};

export function createSenatranLookup({ client, clock, operatorCpf, costCents }: SenatranOptions): CnhLookup {
  return {
    needs: [],
    start: ({ cpf, signal }) => {
      const today = localDate(clock.nowMs());
      return client.ask<Cnh>({
        route: '/v1/condutores/cpf/{cpf}',
        method: 'GET',
        path: `/v1/condutores/cpf/${encodeURIComponent(cpf)}`,
        headers: { 'x-cpf-usuario': operatorCpf.reveal() },
        isRepeatable: true,
        costCents,
        answers: {
          200: drivers({
            isAbout: (body) => isAboutDriver(body, cpf),
            read: (body) => readDrivers(body, cpf, today),
          }),
          ...REFUSALS,
        },
        ...(signal === undefined ? {} : { signal }),
      });
    },
    // Answers at once, so there is never a ticket to come back with.
    collect: () => Promise.reject(new TypeError('WSDenatran gives no tickets')),
  };
}

// The credit register through Pluggy. The connected Open Finance item is the evidence of consent.
import type { Scr, ScrReport } from '../../features/credit-register/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { failWithoutCall } from '../../platform/outbound/report.ts';
import { defineAnswer } from '../../platform/outbound/shapes.ts';
import type { AnswerReader, VendorFault } from '../../platform/outbound/shapes.ts';
import type { SourceClient } from '../../platform/outbound/source-client.ts';
import { isAboutClient, readRefusal, readSummary } from './mapper.ts';
import { Refusal, Summary } from './schemas.ts';

export type PluggyOptions = { client: SourceClient; clock: Clock; costCents: number };

const summary = defineAnswer(Summary);
const refusal = defineAnswer(Refusal);

function refused(otherwise: VendorFault): AnswerReader<ScrReport> {
  return refusal({ isAbout: null, read: (body) => readRefusal(body, otherwise) });
}

const REFUSALS: Readonly<Record<number, AnswerReader<ScrReport>>> = {
  400: refused({ code: 'BAD_INPUT', text: 'Pluggy refuses the question' }),
  403: refused({ code: 'NOT_ENABLED', text: 'Our account at Pluggy may not ask this' }),
  404: refused({ code: 'CONSENT_NEEDED', text: 'There is no such linked item' }),
};

export function createPluggyScr({ client, clock, costCents }: PluggyOptions): Scr {
  return {
    consentMode: 'LINKED_ITEM',
    start: async ({ doc, from, to, consent, signal }) => {
      if (consent.mode !== 'LINKED_ITEM') {
        return failWithoutCall(client.name, clock, {
          code: 'CONSENT_NEEDED',
          text: 'Pluggy needs an item that the holder has linked',
        });
      }
      const query = new URLSearchParams({
        ...(from === undefined ? {} : { from: from.replace('-', '') }),
        ...(to === undefined ? {} : { to: to.replace('-', '') }),
      }).toString();
      return client.ask<ScrReport>({
        route: '/items/{id}/scr',
        method: 'GET',
        path: `/items/${encodeURIComponent(consent.itemId)}/scr${query === '' ? '' : `?${query}`}`,
        isRepeatable: true,
        costCents,
        answers: {
          200: summary({
            isAbout: (body) => isAboutClient(body, doc),
            read: (body) => readSummary(body, doc),
          }),
          ...REFUSALS,
        },
        ...(signal === undefined ? {} : { signal }),
      });
    },
    // Answers at once, so there is never a ticket to come back with.
    collect: () => Promise.reject(new TypeError('Pluggy gives no tickets')),
  };
}

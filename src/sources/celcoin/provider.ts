// The credit register through Celcoin: a paid POST for one client and one base month, with the evidence of consent in it.
import type { Scr, ScrReport } from '../../features/credit-register/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { failWithoutCall } from '../../platform/outbound/report.ts';
import { defineAnswer } from '../../platform/outbound/shapes.ts';
import type { SourceClient } from '../../platform/outbound/source-client.ts';
import { isAboutClient, readEnvelope } from './mapper.ts';
import { Envelope } from './schemas.ts';

export type CelcoinOptions = { client: SourceClient; clock: Clock; costCents: number };

const envelope = defineAnswer(Envelope);

export function createCelcoinScr({ client, clock, costCents }: CelcoinOptions): Scr {
  return {
    consentMode: 'OWN_PROOF',
    start: async ({ doc, from, to, consent, signal }) => {
      if (consent.mode !== 'OWN_PROOF') {
        return failWithoutCall(client.name, clock, {
          code: 'CONSENT_NEEDED',
          text: 'Celcoin needs our own proof of consent',
        });
      }
      if (from !== undefined && from !== (to ?? from)) {
        return failWithoutCall(client.name, clock, {
          code: 'UNSUPPORTED',
          text: 'Celcoin is asked for one month at a time',
        });
      }
      const month = to ?? from;
      return client.ask<ScrReport>({
        route: '/banking/originator/scr',
        method: 'POST',
        path: '/banking/originator/scr',
        body: {
          evidence: consent.textHash,
          taxpayer_id: doc.value,
          ...(month === undefined ? {} : { reference_date: month }),
        },
        isRepeatable: false,
        costCents,
        answers: {
          200: envelope({
            isAbout: (body) => isAboutClient(body, doc),
            read: (body) => readEnvelope(body, doc),
          }),
        },
        ...(signal === undefined ? {} : { signal }),
      });
    },
    // Answers at once, so there is never a ticket to come back with.
    collect: () => Promise.reject(new TypeError('Celcoin gives no tickets')),
  };
}

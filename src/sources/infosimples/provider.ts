// Notary protests of São Paulo through Infosimples: a paid POST, answered at once.
import type { ProtestReport, ProtestSource } from '../../features/debts/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { defineAnswer } from '../../platform/outbound/shapes.ts';
import type { SourceClient } from '../../platform/outbound/source-client.ts';
import type { Secret } from '../../platform/secret.ts';
import { isAboutDocument, readEnvelope } from './mapper.ts';
import { Envelope } from './schemas.ts';

export type InfosimplesOptions = { client: SourceClient; clock: Clock; token: Secret; costCents: number };

const SERVICE = '/cenprot-sp/protestos';
/** Less than our own longest wait, so that it is Infosimples that gives up, which costs nothing. */
const THEIR_SECONDS = 15;

const envelope = defineAnswer(Envelope);

export function createInfosimplesProtests(options: InfosimplesOptions): ProtestSource {
  const { client, clock, token, costCents } = options;
  return {
    name: client.name,
    coverage: ['SP'],
    start: ({ doc, signal }) =>
      client.ask<ProtestReport>({
        route: SERVICE,
        method: 'POST',
        path: SERVICE,
        body: {
          token: token.reveal(),
          [doc.kind.toLowerCase()]: doc.value,
          timeout: THEIR_SECONDS,
          ignore_site_receipt: 1,
        },
        isRepeatable: false,
        isPaid: true,
        costCents,
        answers: {
          200: envelope({
            isAbout: (body) => isAboutDocument(body, doc),
            read: (body) => readEnvelope(body, doc, clock.now()),
          }),
        },
        ...(signal === undefined ? {} : { signal }),
      }),
    // Answers at once, so there is never a ticket to come back with.
    collect: () => Promise.reject(new TypeError('Infosimples gives no tickets')),
  };
}

// DataJud while the service runs: cases by their number. One public key for all; no limit is published, but a busy index
// answers 429 at once and an overloaded one 504 after a minute, which is not to be hammered.
import type { ProcessRefresh } from '../../features/cases/ports.ts';
import { limitsFor } from '../../platform/outbound/declaration.ts';
import type { GivenToAll, SourceDeclaration } from '../../platform/outbound/declaration.ts';
import { createSourceClient } from '../../platform/outbound/source-client.ts';
import type { SourceClient, SourceSurroundings } from '../../platform/outbound/source-client.ts';
import { Secret } from '../../platform/secret.ts';
import { createDatajudRefresh } from './live.ts';
import { SOURCE_NAME } from './mapper.ts';

export type DatajudGiven = GivenToAll & { readonly apiKey: Secret | null };

/** A case has up to some ten thousand movements in each of its hits. */
const ANSWER_BYTES = 16 * 1_048_576;
const FAILURES_TO_OPEN = 3;

export const datajud: SourceDeclaration<DatajudGiven> = {
  name: SOURCE_NAME,
  capability: 'processes',
  publisher: 'Conselho Nacional de Justiça',
  missing: ({ apiKey }) => (apiKey === null ? ['FAROL_DATAJUD_API_KEY'] : []),
};

export function openDatajud(
  given: DatajudGiven & { apiKey: Secret },
  around: SourceSurroundings,
): { client: SourceClient; processes: ProcessRefresh } {
  const limits = limitsFor(datajud.name, given);
  const client = createSourceClient(
    {
      ...limits,
      maxBytes: ANSWER_BYTES,
      breaker: { ...limits.breaker, failures: FAILURES_TO_OPEN },
      credentials: {
        kind: 'headers',
        headers: { authorization: new Secret(`APIKey ${given.apiKey.reveal()}`) },
      },
    },
    around,
  );
  return { client, processes: createDatajudRefresh(client, around.clock) };
}

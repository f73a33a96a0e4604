// Escavador, version 2 of its API: court cases by document, from courts and gazettes as it last looked at them. One token for
// all routes; 500 calls a minute for an account; every page is charged, and its answer says how much (api.escavador.com,
// seen 2026-11). Its callbacks tell of monitoring, which is not used, so it never calls us.
import type { LawsuitSource } from '../../features/cases/ports.ts';
import { limitsFor } from '../../platform/outbound/declaration.ts';
import type { GivenToAll, SourceDeclaration } from '../../platform/outbound/declaration.ts';
import { createSourceClient } from '../../platform/outbound/source-client.ts';
import type { SourceClient, SourceSurroundings } from '../../platform/outbound/source-client.ts';
import { Secret } from '../../platform/secret.ts';
import { SOURCE_NAME } from './mapper.ts';
import { createEscavadorLawsuits } from './provider.ts';

export type EscavadorGiven = GivenToAll & { readonly token: Secret | null };

const PAGE_BYTES = 16 * 1_048_576;

export const escavador: SourceDeclaration<EscavadorGiven> = {
  name: SOURCE_NAME,
  capability: 'lawsuits',
  publisher: 'courts and gazettes, through Escavador',
  missing: ({ token }) => (token === null ? ['FAROL_ESCAVADOR_TOKEN'] : []),
};

export function openEscavador(
  given: EscavadorGiven & { token: Secret },
  around: SourceSurroundings,
): { client: SourceClient; lawsuits: LawsuitSource } {
  const { base, token, costCents } = given;
  const client = createSourceClient(
    {
      ...limitsFor(escavador.name, given),
      maxBytes: PAGE_BYTES,
      credentials: {
        kind: 'headers',
        headers: { authorization: new Secret(`Bearer ${token.reveal()}`) },
      },
    },
    around,
  );
  return { client, lawsuits: createEscavadorLawsuits({ client, clock: around.clock, base, costCents }) };
}

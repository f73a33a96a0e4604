// Pluggy: Open Finance, and with a linked item the Central Bank's SCR summary in its newer shape. An API key is made
// from our client id and secret and lives two hours (docs.pluggy.ai, seen 2026-11).
import type { Scr } from '../../features/credit-register/ports.ts';
import { limitsFor } from '../../platform/outbound/declaration.ts';
import type { GivenToAll, SourceDeclaration } from '../../platform/outbound/declaration.ts';
import { createSourceClient } from '../../platform/outbound/source-client.ts';
import type { SourceClient, SourceSurroundings } from '../../platform/outbound/source-client.ts';
import type { Secret } from '../../platform/secret.ts';
import { createPluggyScr } from './provider.ts';

type Keys = { readonly clientId: Secret; readonly clientSecret: Secret };
export type PluggyGiven = GivenToAll & { readonly [Key in keyof Keys]: Secret | null };

export const pluggy: SourceDeclaration<PluggyGiven> = {
  name: 'pluggy',
  capability: 'scr',
  publisher: 'Banco Central do Brasil (SCR), through Pluggy',
  missing: ({ clientId, clientSecret }) => [
    ...(clientId === null ? ['FAROL_PLUGGY_CLIENT_ID'] : []),
    ...(clientSecret === null ? ['FAROL_PLUGGY_CLIENT_SECRET'] : []),
  ],
};

export function openPluggy(
  given: GivenToAll & Keys,
  around: SourceSurroundings,
): { client: SourceClient; scr: Scr } {
  const { clientId, clientSecret, costCents } = given;
  const client = createSourceClient(
    {
      ...limitsFor(pluggy.name, given),
      credentials: {
        kind: 'token',
        path: `${given.base.prefix}/auth`,
        encoding: 'json',
        fields: { clientId, clientSecret },
        tokenField: 'apiKey',
        lifeField: null,
        lifeSeconds: 7200,
        header: (token) => ({ 'x-api-key': token }),
      },
    },
    around,
  );
  return { client, scr: createPluggyScr({ client, clock: around.clock, costCents }) };
}

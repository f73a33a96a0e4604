// Infosimples: public pages as an API, here that of the notaries of São Paulo (CENPROT-SP). Each answered question is
// charged, also one that finds nothing; the token is a parameter (api.infosimples.com, seen 2026-11).
import type { ProtestSource } from '../../features/debts/ports.ts';
import { limitsFor } from '../../platform/outbound/declaration.ts';
import type { GivenToAll, SourceDeclaration } from '../../platform/outbound/declaration.ts';
import { createSourceClient } from '../../platform/outbound/source-client.ts';
import type { SourceClient, SourceSurroundings } from '../../platform/outbound/source-client.ts';
import type { Secret } from '../../platform/secret.ts';
import { createInfosimplesProtests } from './provider.ts';

export type InfosimplesGiven = GivenToAll & { readonly token: Secret | null };

export const infosimples: SourceDeclaration<InfosimplesGiven> = {
  name: 'infosimples',
  capability: 'protests',
  publisher: 'the notaries of São Paulo (CENPROT-SP), through Infosimples',
  missing: ({ token }) => (token === null ? ['FAROL_INFOSIMPLES_TOKEN'] : []),
};

export function openInfosimples(
  given: InfosimplesGiven & { token: Secret },
  around: SourceSurroundings,
): { client: SourceClient; protests: ProtestSource } {
  const { token, costCents } = given;
  const client = createSourceClient(
    { ...limitsFor(infosimples.name, given), credentials: { kind: 'none' } },
    around,
  );
  const { clock } = around;
  return { client, protests: createInfosimplesProtests({ client, clock, token, costCents }) };
}

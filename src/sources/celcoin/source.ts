// Celcoin: the Central Bank's SCR summary in its older shape, for originators of credit. Each POST is charged. Tokens come
// from another host than answers; new customers also show a certificate (developers.celcoin.com.br, seen 2026-11).
import type { Scr } from '../../features/credit-register/ports.ts';
import type { BaseAddress } from '../../platform/outbound/base-address.ts';
import { clientCredentials } from '../../platform/outbound/credentials.ts';
import { limitsFor } from '../../platform/outbound/declaration.ts';
import type { GivenToAll, SourceDeclaration } from '../../platform/outbound/declaration.ts';
import type { ClientCertificate } from '../../platform/outbound/guarded-connector.ts';
import { createSourceClient } from '../../platform/outbound/source-client.ts';
import type { SourceClient, SourceSurroundings } from '../../platform/outbound/source-client.ts';
import type { Secret } from '../../platform/secret.ts';
import { createCelcoinScr } from './provider.ts';

type Keys = { readonly clientId: Secret; readonly clientSecret: Secret };
type Access = { readonly tokenAddress: BaseAddress; readonly certificate: ClientCertificate | null };
export type CelcoinGiven = GivenToAll & Access & { readonly [Key in keyof Keys]: Secret | null };

export const celcoin: SourceDeclaration<CelcoinGiven> = {
  name: 'celcoin',
  capability: 'scr',
  publisher: 'Banco Central do Brasil (SCR), through Celcoin',
  missing: ({ clientId, clientSecret }) => [
    ...(clientId === null ? ['FAROL_CELCOIN_CLIENT_ID'] : []),
    ...(clientSecret === null ? ['FAROL_CELCOIN_CLIENT_SECRET'] : []),
  ],
};

export function openCelcoin(
  given: GivenToAll & Access & Keys,
  around: SourceSurroundings,
): { client: SourceClient; scr: Scr } {
  const { clientId, clientSecret, certificate, tokenAddress, costCents } = given;
  const client = createSourceClient(
    {
      ...limitsFor(celcoin.name, given),
      credentials: clientCredentials(tokenAddress, clientId, clientSecret),
      ...(certificate === null ? {} : { certificate }),
    },
    around,
  );
  return { client, scr: createCelcoinScr({ client, clock: around.clock, costCents }) };
}

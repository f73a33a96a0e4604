// WSDenatran: the national register of drivers, run by Serpro for Senatran. Needs a term with Senatran, a contract with
// Serpro, a registered ICP-Brasil certificate and a person in whose name it is asked.
import type { CnhLookup } from '../../features/driver-licences/ports.ts';
import { limitsFor } from '../../platform/outbound/declaration.ts';
import type { GivenToAll, SourceDeclaration } from '../../platform/outbound/declaration.ts';
import type { ClientCertificate } from '../../platform/outbound/guarded-connector.ts';
import { createSourceClient } from '../../platform/outbound/source-client.ts';
import type { SourceClient, SourceSurroundings } from '../../platform/outbound/source-client.ts';
import type { Secret } from '../../platform/secret.ts';
import { createSenatranLookup } from './provider.ts';

export type SenatranGiven = GivenToAll & {
  readonly operatorCpf: Secret | null;
  readonly certificate: ClientCertificate | null;
  /** PEM; ICP-Brasil's roots are not among those that Node trusts. */
  readonly trusted: string | null;
};

export const senatran: SourceDeclaration<SenatranGiven> = {
  name: 'senatran',
  capability: 'cnh',
  publisher: 'Senatran, through Serpro (WSDenatran)',
  missing: ({ base, operatorCpf, certificate }) => [
    ...(operatorCpf === null ? ['FAROL_SENATRAN_OPERATOR_CPF'] : []),
    // The sandbox takes plain http, where there is no certificate to show.
    ...(certificate === null && !base.isSandbox
      ? ['FAROL_SENATRAN_CERTIFICATE_FILE', 'FAROL_SENATRAN_KEY_FILE']
      : []),
  ],
};

export function openSenatran(
  given: SenatranGiven & { operatorCpf: Secret },
  around: SourceSurroundings,
): { client: SourceClient; lookup: CnhLookup } {
  const { certificate, trusted, operatorCpf, costCents } = given;
  const client = createSourceClient(
    {
      ...limitsFor(senatran.name, given),
      credentials: { kind: 'none' },
      ...(certificate === null ? {} : { certificate }),
      ...(trusted === null ? {} : { trusted }),
    },
    around,
  );
  return { client, lookup: createSenatranLookup({ client, clock: around.clock, operatorCpf, costCents }) };
}

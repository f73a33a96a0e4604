// Judit: court cases by document, from its own lake and from the courts. One key for all routes; 180 calls a minute; a
// search by document is charged for each thousand cases it finds (docs.judit.io, seen 2026-11).
import type { LawsuitSource } from '../../features/cases/ports.ts';
import { limitsFor } from '../../platform/outbound/declaration.ts';
import type { GivenToAll, SourceDeclaration } from '../../platform/outbound/declaration.ts';
import { createSourceClient } from '../../platform/outbound/source-client.ts';
import type { SourceClient, SourceSurroundings } from '../../platform/outbound/source-client.ts';
import type { Secret } from '../../platform/secret.ts';
import { SOURCE_NAME } from './mapper.ts';
import { createJuditLawsuits } from './provider.ts';

export type JuditGiven = GivenToAll & {
  readonly apiKey: Secret | null;
  readonly callbackUrl: string | null;
};

const PAGE_BYTES = 16 * 1_048_576;

export const judit: SourceDeclaration<JuditGiven> = {
  name: SOURCE_NAME,
  capability: 'lawsuits',
  publisher: 'the courts, through Judit',
  missing: ({ apiKey }) => (apiKey === null ? ['FAROL_JUDIT_API_KEY'] : []),
};

export function openJudit(
  given: JuditGiven & { apiKey: Secret },
  around: SourceSurroundings,
): { client: SourceClient; lawsuits: LawsuitSource } {
  const { apiKey, callbackUrl, costCents } = given;
  const client = createSourceClient(
    {
      ...limitsFor(judit.name, given),
      maxBytes: PAGE_BYTES,
      credentials: { kind: 'headers', headers: { 'api-key': apiKey } },
    },
    around,
  );
  return { client, lawsuits: createJuditLawsuits({ client, clock: around.clock, costCents, callbackUrl }) };
}

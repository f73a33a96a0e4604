// What the tax registry says of a company, as it is answered.
import type { CheckedSource, Registered, Snapshot } from '../analysis/index.ts';
import type { CompanyCard, RegistryEvent } from '../companies/index.ts';
import type { ActivityWire, HistoryWire } from './registry-schemas.ts';
import type { SourceWire } from './schemas.ts';

type Coded = { code: string; name: string | null } | null | undefined;

const codedToWire = (coded: Coded): { code: string; name: string } => ({
  code: coded?.code ?? '',
  name: coded?.name ?? '',
});

export type ObservedWire = HistoryWire['register']['observed'][number];
export type SourceState = Omit<CheckedSource, 'step'>;

export function sourceToWire({ source, outcome, asOf, edition }: SourceState): SourceWire {
  return { source, outcome, asOf, edition: edition ?? '' };
}

export function eventToWire({
  kind,
  on,
  document,
  what,
  why,
}: RegistryEvent): HistoryWire['register']['items'][number] {
  return { kind, on, documentNumber: document, what, why };
}

export function observedToWire(
  { analysisId, createdAt }: Snapshot,
  { status, company }: Registered,
): ObservedWire {
  return {
    userPlanConsumeAnalyticsId: analysisId,
    createdAt: createdAt.toISOString(),
    rfBaseStatus: status,
    name: company.name,
    capital: company.capital ?? '',
    mainActivity: codedToWire(company.headOffice?.mainActivity),
    establishments: company.establishments,
  };
}

const NO_COMPANY: Pick<CompanyCard, 'size' | 'capital' | 'establishments'> = {
  size: 'NOT_INFORMED',
  capital: null,
  establishments: 0,
};

export function activityToWire(
  snapshot: Snapshot,
  registered: Registered | null,
  sources: readonly SourceState[],
): ActivityWire['register'] {
  const company = registered?.company;
  const { size, capital, establishments } = company ?? NO_COMPANY;
  return {
    documentNumber: snapshot.document,
    documentInfo: snapshot.name,
    faturamentoEstimado: snapshot.estimatedRevenue,
    rfBaseStatus: registered?.status ?? 'NOT_FOUND',
    size,
    capital: capital ?? '',
    legalNature: codedToWire(company?.legalNature),
    mainActivity: codedToWire(company?.headOffice?.mainActivity),
    isSimples: company?.isSimples === true,
    isMei: company?.isMei === true,
    startedOn: company?.headOffice?.startedOn ?? null,
    establishments,
    sources: sources.map(sourceToWire),
  };
}

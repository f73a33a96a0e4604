// What the console asks about analyses.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import type {
  Activities,
  Consult,
  Counted,
  Created,
  Organization,
  Overview,
  Register,
  Revealed,
} from '../../api/shapes.ts';
import { BALANCE_KEY } from '../plans/balance.ts';

export type Asked = { document: string; type: 'CPF' | 'CNPJ' };
export type AnalysisName = { uniqueId: number; analysisId: number };

function pathOf({ holderId, organizationId }: Organization): string {
  return `/v1/holder/${holderId}/organization/${organizationId}`;
}

export function detailPath(organization: Organization, { uniqueId, analysisId }: AnalysisName): string {
  return `${pathOf(organization)}/consumeunique/${uniqueId}/analytics/${analysisId}`;
}

export function useActivities(
  organization: Organization,
  from: number,
  limit: number,
): UseQueryResult<Activities> {
  return useQuery({
    queryKey: ['activities', organization.organizationId, from, limit],
    queryFn: () =>
      call<Activities>(`${pathOf(organization)}/activities?from=${from}&limit=${limit}&documents=masked`),
    placeholderData: keepPreviousData,
  });
}

export function useCount(organization: Organization, { document, type }: Asked): UseQueryResult<Counted> {
  return useQuery({
    queryKey: ['count', organization.organizationId, document],
    queryFn: () =>
      call<Counted>(`${pathOf(organization)}/partner/process`, {
        method: 'POST',
        body: { documentType: type, documentNumber: document },
      }),
  });
}

type Latest = AnalysisName & { createdAt: string };

export function useLatestAnalysis(
  organization: Organization,
  document: string,
): UseQueryResult<Latest | null> {
  return useQuery({
    queryKey: ['latest', organization.organizationId, document],
    queryFn: async () => {
      const wanted = `activities?documentNumber=${encodeURIComponent(document)}&documents=masked`;
      const { result } = await call<Activities>(`${pathOf(organization)}/${wanted}`);
      const newest = result.flatMap(({ userPlanConsumeAnalytics }) => userPlanConsumeAnalytics)[0];
      if (newest === undefined) return null;
      const { userPlanConsumeUniqueId: uniqueId, userPlanConsumeAnalyticsId: analysisId, createdAt } = newest;
      return { uniqueId, analysisId, createdAt };
    },
  });
}

export function useCreateAnalysis(
  organization: Organization,
): UseMutationResult<Created, Error, Asked & { planId: number }> {
  const client = useQueryClient();
  const { holderId, organizationId } = organization;
  return useMutation({
    mutationFn: ({ document, type, planId }) =>
      call<Created>('/v2/analytics', {
        method: 'POST',
        isCreate: true,
        body: { holderId, organizationId, planId, documentType: type, documentNumber: document },
      }),
    onSuccess: () =>
      Promise.all(
        ['activities', 'latest', 'count', BALANCE_KEY].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}

export function useReveal(organization: Organization): UseMutationResult<Revealed, Error, number> {
  return useMutation({
    mutationFn: (uniqueId: number) =>
      call<Revealed>(`${pathOf(organization)}/consumeunique/${uniqueId}/reveal`, { method: 'POST' }),
  });
}

export function consultKey({ analysisId }: AnalysisName): readonly unknown[] {
  return ['consult', analysisId];
}

export async function consult(
  { holderId, organizationId }: Organization,
  { uniqueId, analysisId }: AnalysisName,
): Promise<Register> {
  const body = { holderId, organizationId, userPlanConsumeUniqueId: uniqueId };
  return (await call<Consult>(`/v2/analytics/${analysisId}`, { method: 'POST', body })).register;
}

export function useConsult(organization: Organization, name: AnalysisName): UseQueryResult<Register> {
  return useQuery({ queryKey: consultKey(name), queryFn: () => consult(organization, name) });
}

/**
 * Asked for once the register is there, and anew whenever one of its steps has gone on, so that it is never older than what the
 * register says. The one before stays meanwhile, if it is of the same analysis.
 */
export function useOverview(
  organization: Organization,
  name: AnalysisName,
  register: Register | undefined,
): UseQueryResult<Overview> {
  const { analysisId } = name;
  const states =
    register === undefined
      ? []
      : [
          register.status,
          register.statusIndex,
          register.statusProtest,
          register.statusDebtor,
          register.statusQSA,
        ];
  return useQuery({
    queryKey: ['overview', analysisId, ...states],
    queryFn: () => call<Overview>(`${detailPath(organization, name)}/overview`),
    enabled: register !== undefined,
    placeholderData: (before, query) => (query?.queryKey[1] === analysisId ? before : undefined),
  });
}

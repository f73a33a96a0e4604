import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import type { Consent, CreditAnswer, CreditHistory, Organization } from '../../api/shapes.ts';
import { planWith } from '../accounts/use-organization.ts';
import { BALANCE_KEY } from '../plans/balance.ts';

/** Whoever belongs to several organizations has to name both, the organization and the plan. */
function placeOf(organization: Organization): string {
  const planId = planWith(organization, 'SCR');
  return `organizationId=${organization.organizationId}${planId === null ? '' : `&planId=${planId}`}`;
}

/** A question that may charge is asked on purpose only, so it is no query that repeats itself. */
export function useCredit(organization: Organization): UseMutationResult<CreditAnswer, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (document: string) =>
      call<CreditAnswer>(`/v1/scr/indicators/${document}?${placeOf(organization)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: [BALANCE_KEY] }),
  });
}

/** What is kept of earlier months; the month that was just answered is named, since it is a new one of them. */
export function useCreditHistory(
  { organizationId }: Organization,
  document: string,
  referenceMonth: string,
): UseQueryResult<CreditHistory['months']> {
  return useQuery({
    queryKey: ['credit history', organizationId, document, referenceMonth],
    queryFn: async () => {
      const path = `/v1/scr/indicators/${document}/history?organizationId=${organizationId}`;
      return (await call<CreditHistory>(path)).months;
    },
  });
}

export function useConsent(): UseMutationResult<unknown, Error, Consent> {
  return useMutation({
    mutationFn: (consent: Consent) =>
      call('/v1/scr/consents', { method: 'POST', isCreate: true, body: consent }),
  });
}

export async function fingerprint(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

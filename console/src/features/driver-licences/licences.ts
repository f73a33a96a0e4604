import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { ApiFault, call } from '../../api/http.ts';
import type { Licence } from '../../api/shapes.ts';
import { BALANCE_KEY } from '../plans/balance.ts';

export const LICENCE_KEY = 'licence';

/** The latest that this organization has asked for; null when it never did. Free. */
export function useLatestLicence(organizationId: number, document: string): UseQueryResult<Licence | null> {
  return useQuery({
    queryKey: [LICENCE_KEY, organizationId, document],
    enabled: document !== '',
    queryFn: async () => {
      try {
        return await call<Licence>(`/v1/cnh/organizations/${organizationId}/document/${document}`);
      } catch (error) {
        if (error instanceof ApiFault && error.status === 404) return null;
        throw error;
      }
    },
  });
}

export function useLicenceRequest(organizationId: number): UseMutationResult<Licence, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (document: string) =>
      call<Licence>('/v1/cnh', { method: 'POST', isCreate: true, body: { organizationId, document } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [BALANCE_KEY] }),
  });
}

/** One request, whose end the events tell of. */
export function useLicence(organizationId: number, requestId: string): UseQueryResult<Licence> {
  return useQuery({
    queryKey: [LICENCE_KEY, organizationId, 'request', requestId],
    enabled: requestId !== '',
    queryFn: () => call<Licence>(`/v1/cnh/organizations/${organizationId}/request/${requestId}`),
  });
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { NewToken, Token, TokenList, TokenWish } from '../../api/administration-shapes.ts';
import { call } from '../../api/http.ts';

const pathOf = (organizationId: number): string => `/v1/organization/${organizationId}/tokens`;
const keyOf = (organizationId: number): [string, number] => ['tokens', organizationId];

export function useTokens(organizationId: number): UseQueryResult<Token[]> {
  return useQuery({
    queryKey: keyOf(organizationId),
    queryFn: async () => (await call<TokenList>(pathOf(organizationId))).tokens,
  });
}

export function useCreateToken(organizationId: number): UseMutationResult<NewToken, Error, TokenWish> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: TokenWish) =>
      call<NewToken>(pathOf(organizationId), { method: 'POST', body: wish, isCreate: true }),
    // The secret is shown once and kept nowhere.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(organizationId) }),
  });
}

export function useRevokeToken(
  organizationId: number,
  tokenId: number,
): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(`${pathOf(organizationId)}/${tokenId}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(organizationId) }),
  });
}

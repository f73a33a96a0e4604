import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { Member, MemberList } from '../../api/administration-shapes.ts';
import { call } from '../../api/http.ts';

const pathOf = (organizationId: number): string => `/v1/organization/${organizationId}/members`;
const keyOf = (organizationId: number): [string, number] => ['members', organizationId];

export function useMembers(organizationId: number): UseQueryResult<Member[]> {
  return useQuery({
    queryKey: keyOf(organizationId),
    queryFn: async () => (await call<MemberList>(pathOf(organizationId))).members,
  });
}

/** What I may do myself can have changed too. */
function useAfterChange(organizationId: number): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(organizationId) }),
      client.invalidateQueries({ queryKey: ['session'] }),
    ]);
}

export function useChangeRole(
  organizationId: number,
  userId: number,
): UseMutationResult<unknown, Error, Member['role']> {
  const onSettled = useAfterChange(organizationId);
  return useMutation({
    mutationFn: (role: Member['role']) =>
      call(`${pathOf(organizationId)}/${userId}`, { method: 'PUT', body: { role } }),
    onSettled,
  });
}

export function useRemoveMember(
  organizationId: number,
  userId: number,
): UseMutationResult<unknown, Error, void> {
  const onSuccess = useAfterChange(organizationId);
  return useMutation({
    mutationFn: () => call(`${pathOf(organizationId)}/${userId}`, { method: 'DELETE' }),
    onSuccess,
  });
}

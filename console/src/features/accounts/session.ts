// Who is logged in. The token itself is out of reach of any script.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { call, leave } from '../../api/http.ts';
import type { Organization, Session, SessionList, Start } from '../../api/shapes.ts';

const PATH = '/v1/console/session';

async function findSession(): Promise<Session | null> {
  return (await call<{ session: Session | null }>(PATH)).session;
}

export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: findSession, staleTime: 60_000 });

export function useSession(): UseQueryResult<Session | null> {
  return useQuery(sessionQuery);
}

export function useStart(): UseQueryResult<Start> {
  return useQuery({
    queryKey: ['start'],
    queryFn: () => call<Start>('/v1/console/start'),
    staleTime: Infinity,
  });
}

export type LogIn = { email: string; password: string };

export function useLogIn(): UseMutationResult<Session | null, Error, LogIn> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (given: LogIn) => {
      await call(PATH, { method: 'POST', body: given });
      return client.query({ ...sessionQuery, staleTime: 0 });
    },
  });
}

/** A fresh page holds nothing of what the session has read. */
export function startAfresh(): void {
  window.location.assign('/login');
}

export function useLogOut(): UseMutationResult<unknown, Error, void> {
  return useMutation({ mutationFn: () => leave(PATH), onSettled: startAfresh });
}

export function useSessions(): UseQueryResult<SessionList['sessions']> {
  return useQuery({
    queryKey: ['sessions'],
    queryFn: async () => (await call<SessionList>('/v1/sessions')).sessions,
  });
}

export function useEndSession(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(`/v1/sessions/${id}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
}

export type PasswordChange = { password: string; newPassword: string };

export function useChangePassword(): UseMutationResult<unknown, Error, PasswordChange> {
  return useMutation({
    mutationFn: (change: PasswordChange) => call('/v1/password', { method: 'PUT', body: change }),
  });
}

const LAST_ORGANIZATION = 'farol.organization';

/** The one that was worked in last, if it may still be entered. */
export function chooseOrganization(organizations: readonly Organization[]): Organization | undefined {
  const last = Number(localStorage.getItem(LAST_ORGANIZATION));
  return organizations.find(({ organizationId }) => organizationId === last) ?? organizations[0];
}

export function rememberOrganization(organizationId: number): void {
  localStorage.setItem(LAST_ORGANIZATION, String(organizationId));
}

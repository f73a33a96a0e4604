// What the console asks about radars.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  InfiniteData,
  UseInfiniteQueryResult,
  UseMutationResult,
  UseQueryResult,
} from '@tanstack/react-query';
import { call, callPage, download } from '../../api/http.ts';
import type { BulkReport, ByRadar, NewRadar, Organization, RadarLink } from '../../api/shapes.ts';
import { BALANCE_KEY } from '../plans/balance.ts';

const PAGE = 50;

export const RADARS_KEY = 'radars';
export const BY_RADAR_KEY = 'by-radar';

type RadarPage = { result: RadarLink[]; next: string };

export function useRadarPages({
  organizationId,
}: Organization): UseInfiniteQueryResult<InfiniteData<RadarPage>> {
  return useInfiniteQuery({
    queryKey: [RADARS_KEY, organizationId],
    queryFn: async ({ pageParam }) => (await callPage(pageParam)) as RadarPage,
    initialPageParam: `/v2/organizations/${organizationId}/radars?limit=${PAGE}&documents=masked`,
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
  });
}

/** Of one page, as it was listed. */
export function useByRadar(
  { organizationId }: Organization,
  radars: readonly RadarLink[],
): UseQueryResult<ByRadar> {
  const ids = radars.map(({ radar }) => radar.id).join(',');
  return useQuery({
    queryKey: [BY_RADAR_KEY, organizationId, ids],
    queryFn: () => call<ByRadar>(`/v1/organization/${organizationId}/events/by-radar?radarIds=${ids}`),
    enabled: ids !== '',
  });
}

function radarPath({ organizationId }: Organization, radarId: number): string {
  return `/v1/organization/${organizationId}/radars/${radarId}`;
}

/** The document whole, which the server puts on record. */
export function useRevealRadar(organization: Organization): UseMutationResult<RadarLink, Error, number> {
  return useMutation({ mutationFn: (radarId: number) => call<RadarLink>(radarPath(organization, radarId)) });
}

function useFreshLists(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [RADARS_KEY, BY_RADAR_KEY, 'processes', BALANCE_KEY].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
}

export function useAddRadar({ organizationId }: Organization): UseMutationResult<NewRadar, Error, NewRadar> {
  const onSuccess = useFreshLists();
  return useMutation({
    mutationFn: (radar: NewRadar) =>
      call<NewRadar>(`/v1/organization/${organizationId}/radar`, {
        method: 'POST',
        isCreate: true,
        body: radar,
      }),
    onSuccess,
  });
}

export function useAddRadars({
  organizationId,
}: Organization): UseMutationResult<BulkReport, Error, readonly NewRadar[]> {
  const onSuccess = useFreshLists();
  return useMutation({
    mutationFn: (lines: readonly NewRadar[]) =>
      call<BulkReport>(`/v1/organization/${organizationId}/radars/bulk`, {
        method: 'POST',
        isCreate: true,
        lines,
      }),
    onSuccess,
  });
}

export type RadarChange = { radarId: number } & (
  | { act: 'rename'; name: string }
  | { act: 'pause' | 'resume' | 'remove' }
);

export function useChangeRadar(organization: Organization): UseMutationResult<unknown, Error, RadarChange> {
  const onSuccess = useFreshLists();
  return useMutation({
    mutationFn: (change: RadarChange) => {
      const path = radarPath(organization, change.radarId);
      if (change.act === 'rename') return call(path, { method: 'PATCH', body: { name: change.name } });
      if (change.act === 'remove') return call(path, { method: 'DELETE' });
      return call(`${path}/${change.act}`, { method: 'POST' });
    },
    onSuccess,
  });
}

export type ExportFormat = 'csv' | 'ndjson';

export function useExport({ organizationId }: Organization): UseMutationResult<void, Error, ExportFormat> {
  return useMutation({
    mutationFn: (format: ExportFormat) =>
      download(`/v1/organization/${organizationId}/radars/export?format=${format}`, `radars.${format}`),
  });
}

// One right request for each operation of monitoring.
import type { ProductRequest } from './product-requests.ts';

export const monitoringRequests: readonly ProductRequest[] = [
  {
    method: 'GET',
    template: '/v1/organization/{organizationId}/events/inbox',
    url: '/v1/organization/1/events/inbox?kind=case&severity=high',
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/organization/{organizationId}/events/marks',
    url: '/v1/organization/1/events/marks',
    needs: 'caller',
  },
  {
    method: 'PATCH',
    template: '/v1/organization/{organizationId}/events/marks',
    url: '/v1/organization/1/events/marks',
    payload: { readUpTo: 1, readIds: [2] },
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/organization/{organizationId}/events/by-radar',
    url: '/v1/organization/1/events/by-radar?radarIds=1,2',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v1/organization/{organizationId}/radar',
    url: '/v1/organization/1/radar',
    payload: { name: 'Fulana', code: '90000000337', type: 'CPF' },
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v2/organizations/{organizationId}/radars',
    url: '/v2/organizations/1/radars',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v1/organization/{organizationId}/radars/bulk',
    url: '/v1/organization/1/radars/bulk',
    // A right body is a list, and has tests of its own; this one is refused.
    payload: { name: 'Fulana' },
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/organization/{organizationId}/radars/export',
    url: '/v1/organization/1/radars/export?format=csv',
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/organization/{organizationId}/radars/{radarId}',
    url: '/v1/organization/1/radars/999999',
    needs: 'caller',
  },
  {
    method: 'PATCH',
    template: '/v1/organization/{organizationId}/radars/{radarId}',
    url: '/v1/organization/1/radars/999999',
    payload: { name: 'Fulana' },
    needs: 'caller',
  },
  {
    method: 'DELETE',
    template: '/v1/organization/{organizationId}/radars/{radarId}',
    url: '/v1/organization/1/radars/999999',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v1/organization/{organizationId}/radars/{radarId}/pause',
    url: '/v1/organization/1/radars/999999/pause',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v1/organization/{organizationId}/radars/{radarId}/resume',
    url: '/v1/organization/1/radars/999999/resume',
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/organization/{organizationId}/processes',
    url: '/v1/organization/1/processes',
    needs: 'caller',
  },
  {
    method: 'PUT',
    template: '/v1/organization/{organizationId}/process/{numberProcess}/INACTIVE',
    url: '/v1/organization/1/process/00000010220248260001/INACTIVE',
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/organization/{organizationId}/findings/dismissed',
    url: '/v1/organization/1/findings/dismissed',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v1/organization/{organizationId}/findings/dismissed',
    url: '/v1/organization/1/findings/dismissed',
    payload: { finding: 'case:00000010220248260001' },
    needs: 'caller',
  },
  {
    method: 'DELETE',
    template: '/v1/organization/{organizationId}/findings/dismissed',
    // Without its query, which is no part of the path: refused.
    url: '/v1/organization/1/findings/dismissed',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v2/importProcess/{organizationId}/{processNumber}',
    url: '/v2/importProcess/1/90020015920248260001',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v2/importProcess/{organizationId}/{processNumber}/',
    url: '/v2/importProcess/1/90020015920248260001/',
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/process/{organizationId}/{processNumber}',
    url: '/v1/process/1/90020015920248260002',
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/organization/{organizationId}/refresh-plan',
    url: '/v1/organization/1/refresh-plan',
    needs: 'caller',
  },
  {
    method: 'PUT',
    template: '/v1/organization/{organizationId}/refresh-plan',
    url: '/v1/organization/1/refresh-plan',
    payload: { weekdays: [1, 2, 3, 4, 5], hours: [6, 7, 8], dailyBudget: 1000 },
    needs: 'caller',
  },
];

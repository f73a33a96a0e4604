// One right request for every operation that the product offers. The description's own test fails when one is missing.
import type { InjectOptions } from 'fastify';
import { administrationRequests } from './administration-requests.ts';
import { bearer } from './api.ts';
import type { Tokens } from './api.ts';
import { batchRequests } from './batch-requests.ts';
import { monitoringRequests } from './monitoring-requests.ts';
import { webhookRequests } from './webhook-requests.ts';

export type ProductRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the published description. */
  template: string;
  url: string;
  payload?: Readonly<Record<string, unknown>>;
  needs: 'nothing' | 'bearer' | 'caller';
  /** False for a GET that HEAD must not stand in for. */
  hasHead?: boolean;
  /** The status of success where it is not 200. */
  success?: number;
};

export const productRequests: readonly ProductRequest[] = [
  { method: 'GET', template: '/health/live', url: '/health/live', needs: 'nothing' },
  { method: 'GET', template: '/health/ready', url: '/health/ready', needs: 'nothing' },
  {
    method: 'POST',
    template: '/v1/login',
    url: '/v1/login',
    payload: { email: 'demo@example.com', password: 'farol-demo-2026' },
    needs: 'nothing',
  },
  {
    method: 'POST',
    template: '/v1/refreshtoken',
    url: '/v1/refreshtoken',
    payload: { email: 'demo@example.com', username: 'demo', refreshToken: 'x'.repeat(43) },
    needs: 'bearer',
  },
  { method: 'POST', template: '/v1/logout', url: '/v1/logout', needs: 'caller' },
  { method: 'GET', template: '/v1/sessions', url: '/v1/sessions', needs: 'caller' },
  {
    method: 'DELETE',
    template: '/v1/sessions/{sessionId}',
    url: '/v1/sessions/00000000-0000-4000-8000-000000000000',
    needs: 'caller',
  },
  {
    method: 'PUT',
    template: '/v1/password',
    url: '/v1/password',
    payload: { password: 'farol-demo-2026', newPassword: 'a wholly different phrase 71' },
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/organization/{organizationId}/tokens',
    url: '/v1/organization/1/tokens',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v1/organization/{organizationId}/tokens',
    url: '/v1/organization/1/tokens',
    payload: { name: 'nightly import', role: 'analyst', days: 30 },
    needs: 'caller',
  },
  {
    method: 'DELETE',
    template: '/v1/organization/{organizationId}/tokens/{tokenId}',
    url: '/v1/organization/1/tokens/999999',
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/holder/{holderId}/organization/{organizationId}/balance',
    url: '/v1/holder/1/organization/1/balance',
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/organization/{organizationId}/events',
    url: '/v1/organization/1/events',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v1/cnh',
    url: '/v1/cnh',
    payload: { organizationId: 1, document: '90010020055' },
    needs: 'caller',
    success: 201,
  },
  {
    method: 'GET',
    template: '/v1/cnh/organizations/{organizationId}/request/{requestId}',
    url: '/v1/cnh/organizations/1/request/00000000-0000-4000-8000-000000000000',
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/cnh/organizations/{organizationId}/document/{document}',
    url: '/v1/cnh/organizations/1/document/90010020055',
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/scr/indicators/{document}',
    url: '/v1/scr/indicators/90010020055',
    needs: 'caller',
    hasHead: false,
  },
  {
    method: 'GET',
    template: '/v1/scr/indicators/{document}/history',
    url: '/v1/scr/indicators/90010020055/history',
    needs: 'caller',
    hasHead: false,
  },
  {
    method: 'POST',
    template: '/v1/scr/consents',
    url: '/v1/scr/consents',
    payload: { organizationId: 1, document: '90010020055', mode: 'LINKED_ITEM', itemId: 'item-1' },
    needs: 'caller',
  },
  {
    method: 'DELETE',
    template: '/v1/scr/consents/{consentId}',
    url: '/v1/scr/consents/018f0000-0000-7000-8000-000000000000',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v2/analytics',
    url: '/v2/analytics',
    payload: {
      holderId: 1,
      organizationId: 1,
      planId: 1,
      documentType: 'CPF',
      documentNumber: '90000000337',
    },
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v2/analytics/{userPlanConsumeAnalyticsId}',
    url: '/v2/analytics/999999',
    payload: { holderId: 1, organizationId: 1, userPlanConsumeUniqueId: 999_999 },
    needs: 'caller',
  },
  {
    method: 'GET',
    template: '/v1/files/{address}',
    url: '/v1/files/altered',
    needs: 'nothing',
    // A right address is signed and dated, and cannot be written down here.
    success: 403,
  },
  {
    method: 'GET',
    template: '/v1/holder/{holderId}/organization/{organizationId}/activities',
    url: '/v1/holder/1/organization/1/activities',
    needs: 'caller',
  },
  {
    method: 'POST',
    template: '/v1/holder/{holderId}/organization/{organizationId}/partner/process',
    url: '/v1/holder/1/organization/1/partner/process',
    payload: { documentType: 'CPF', documentNumber: '90000000337' },
    needs: 'caller',
  },
  {
    method: 'GET',
    template:
      '/v1/holder/{holderId}/organization/{organizationId}/consumeunique/{userPlanConsumeUniqueId}/analytics/{userPlanConsumeAnalyticsId}/cases',
    url: '/v1/holder/1/organization/1/consumeunique/999999/analytics/999999/cases',
    needs: 'caller',
  },
  ...batchRequests,
  ...administrationRequests,
  ...monitoringRequests,
  ...webhookRequests,
  ...[
    ['qsa', 'qsa'],
    ['debtor/{userPlanConsumeGovernmentDebtorSummaryId}/detail', 'debtor/999999/detail'],
    ['history-rfb/detail', 'history-rfb/detail'],
    ['activity-indicator/detail', 'activity-indicator/detail'],
    ['overview', 'overview'],
    ['report', 'report?format=pdf'],
    ['graph', 'graph'],
    ['changes', 'changes?since=1'],
  ].map(([template, path]) => ({
    method: 'GET' as const,
    template: `/v1/holder/{holderId}/organization/{organizationId}/consumeunique/{userPlanConsumeUniqueId}/analytics/{userPlanConsumeAnalyticsId}/${template}`,
    url: `/v1/holder/1/organization/1/consumeunique/999999/analytics/999999/${path}`,
    needs: 'caller' as const,
  })),
  {
    method: 'POST',
    template: '/v1/organizations/{organizationId}/qsa/{document}',
    url: '/v1/organizations/1/qsa/11222333000181',
    needs: 'caller',
  },
  {
    method: 'POST',
    template:
      '/v1/holder/{holderId}/organization/{organizationId}/consumeunique/{userPlanConsumeUniqueId}/reveal',
    url: '/v1/holder/1/organization/1/consumeunique/999999/reveal',
    needs: 'caller',
  },
];

/** With the tokens of a log-in, where the operation needs them. */
export function toInject(request: ProductRequest, tokens: Tokens | null): InjectOptions & { url: string } {
  const { method, url, payload, needs } = request;
  return {
    method,
    url,
    ...(payload === undefined ? {} : { payload: { ...payload } }),
    headers: needs === 'nothing' || tokens === null ? {} : bearer(tokens.token),
  };
}

/** Path parameters that are integers, by their place in the address. */
export function integerPaths(request: ProductRequest): { name: string; at: (value: string) => string }[] {
  const given = request.url.split('/');
  return request.template
    .split('/')
    .flatMap((segment, index) =>
      /^\{(?:organizationId|holderId|tokenId|userId|importId|radarId|webhookId|batchId|planId|userPlanConsumeUniqueId|userPlanConsumeAnalyticsId)\}$/.test(
        segment,
      )
        ? [{ name: segment, at: (value: string) => given.with(index, value).join('/') }]
        : [],
    );
}

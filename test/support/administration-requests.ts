// The requests of those who administer, an organization or the installation, among those of the product.
import type { ProductRequest } from './product-requests.ts';

const ORGANIZATION = '/v1/organization/{organizationId}';
const MEMBER = `${ORGANIZATION}/members/{userId}`;
const request = (
  method: ProductRequest['method'],
  template: string,
  payload?: ProductRequest['payload'],
): ProductRequest => ({
  method,
  template,
  url: template
    .replace('{organizationId}', '1')
    .replace('{jobId}', '00000000-0000-4000-8000-000000000000')
    .replace(/\{(?:userId|importId)\}/, '999999'),
  needs: 'caller',
  ...(payload === undefined ? {} : { payload }),
});

export const administrationRequests: readonly ProductRequest[] = [
  request('GET', `${ORGANIZATION}/ledger`),
  request('GET', `${ORGANIZATION}/usage`),
  request('GET', `${ORGANIZATION}/members`),
  request('PUT', MEMBER, { role: 'viewer' }),
  request('DELETE', MEMBER),
  request('GET', `${ORGANIZATION}/audit`),
  request('GET', `${ORGANIZATION}/audit/verification`),
  request('GET', '/v1/operator/tenants'),
  request('GET', '/v1/operator/plans'),
  { ...request('GET', '/v1/operator/system'), hasHead: false },
  request('GET', '/v1/operator/sources'),
  request('GET', '/v1/operator/imports'),
  request('GET', '/v1/operator/imports/{importId}/quarantine'),
  request('GET', '/v1/operator/jobs'),
  request('POST', '/v1/operator/jobs/{jobId}/retry'),
  request('POST', '/v1/operator/jobs/retry'),
];

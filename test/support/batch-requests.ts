// One right request for each operation of batches.
import type { ProductRequest } from './product-requests.ts';

const TEMPLATE = '/v1/holder/{holderId}/organization/{organizationId}/batches';
const URL = '/v1/holder/1/organization/1/batches';

export const batchRequests: readonly ProductRequest[] = [
  {
    method: 'POST',
    template: TEMPLATE,
    url: URL,
    payload: { documents: ['90000000337'] },
    needs: 'caller',
  },
  { method: 'GET', template: TEMPLATE, url: URL, needs: 'caller' },
  { method: 'GET', template: `${TEMPLATE}/{batchId}`, url: `${URL}/999999`, needs: 'caller' },
  { method: 'GET', template: `${TEMPLATE}/{batchId}/results`, url: `${URL}/999999/results`, needs: 'caller' },
  { method: 'POST', template: `${TEMPLATE}/{batchId}/cancel`, url: `${URL}/999999/cancel`, needs: 'caller' },
];

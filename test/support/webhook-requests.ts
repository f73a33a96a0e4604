// The requests of webhooks among those of the product.
import type { ProductRequest } from './product-requests.ts';

const LIST = '/v1/organization/{organizationId}/webhooks';
const ONE = `${LIST}/{webhookId}`;
const request = (
  method: ProductRequest['method'],
  template: string,
  payload?: ProductRequest['payload'],
): ProductRequest => ({
  method,
  template,
  url: template.replace('{organizationId}', '1').replace('{webhookId}', '999999'),
  needs: 'caller',
  ...(payload === undefined ? {} : { payload }),
});

export const webhookRequests: readonly ProductRequest[] = [
  request('GET', LIST),
  request('POST', LIST, { url: 'https://hooks.example.com/farol' }),
  request('GET', ONE),
  request('PATCH', ONE, { events: ['cnh.completed'] }),
  request('DELETE', ONE),
  request('POST', `${ONE}/secret/rotate`, { keepPreviousHours: 1 }),
  request('POST', `${ONE}/enable`),
  request('POST', `${ONE}/test`),
  request('GET', `${ONE}/deliveries`),
  request('POST', `${ONE}/replay`, { eventId: 1 }),
];

// What the rest of the program may use of webhooks. Whoever records an event has it sent.
export { removePastDeliveries } from './health-store.ts';
export { addWebhookRoutes } from './routes.ts';
export { startSender } from './sender.ts';
export type { Sender, SenderParts } from './sender.ts';
export { createWebhookService } from './service.ts';

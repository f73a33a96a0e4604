// The work of the three hottest paths behind Fastify as it comes: no caller, no limits, no strict reading, no log, no figures.
// What is measured here is the most that these paths could give if all of that cost nothing.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fastify from 'fastify';
import { loadConfig } from '../../src/config.ts';
import { connect } from '../../src/connect.ts';
import { openAnalyses } from '../../src/features/analysis/index.ts';
import type { ReportWriter } from '../../src/features/analysis/index.ts';
import { createLicenceService } from '../../src/features/driver-licences/index.ts';
import { createClock } from '../../src/platform/clock.ts';
import { openKeyring } from '../../src/platform/crypto/keyring.ts';
import { grantScope } from '../../src/platform/db/scope.ts';
import { publicUrlOf } from '../../src/platform/files/public-url.ts';
import { createSignedAddresses } from '../../src/platform/files/signed-addresses.ts';
import type { Entry } from '../../src/platform/http/caller.ts';
import { createLog } from '../../src/platform/log.ts';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const config = loadConfig(join(import.meta.dirname, '..', '..'));
if (config.databaseUrl === null) throw new Error('FAROL_DATABASE_URL is missing');
const log = createLog({ level: 'silent', process: 'api' });
const clock = createClock();
const keyring = openKeyring(config.keyFile);
const database = connect({ config, databaseUrl: config.databaseUrl.reveal(), log }, 'farol_app', 'unguarded');
const licences = createLicenceService({ database, keyring, clock, isChecked: true });
const signed = createSignedAddresses({ keyring, clock, publicUrl: publicUrlOf(config) });
const { analyses } = openAnalyses({
  database,
  keyring,
  clock,
  addresses: { bucketName: 'farol', signAddress: signed.addressOf },
  // Written before anything is measured.
  reports: {} as ReportWriter,
  hasLawsuits: false,
});

const entry: Entry = {
  organizationId: 1,
  holderId: 1,
  role: 'analyst',
  plans: [{ planId: 1, features: ['CNH', 'ANALYTICS'] }],
  scope: grantScope([1]),
};
const asked = { entry, actor: 'session 00000000-0000-4000-8000-000000000000' };
const id = { type: 'integer', minimum: 1 };

function bodyOf(properties: object): object {
  const required = Object.keys(properties);
  return { schema: { body: { type: 'object', additionalProperties: false, required, properties } } };
}

const app = fastify({ logger: false });
app.post('/v1/cnh', bodyOf({ organizationId: id, document: { type: 'string' } }), async (request, reply) => {
  const { document } = request.body as { document: string };
  const { body } = await licences.request({ ...asked, document, idempotency: null });
  return reply.code(201).type(JSON_TYPE).send(body);
});
app.get('/v1/cnh/organizations/:organizationId/request/:requestId', async (request, reply) => {
  const { requestId } = request.params as { requestId: string };
  return reply.type(JSON_TYPE).send(await licences.getByRequest({ ...asked, requestId }));
});
app.post(
  '/v2/analytics/:analysisId',
  bodyOf({ holderId: id, organizationId: id, userPlanConsumeUniqueId: id }),
  async (request, reply) => {
    const { analysisId } = request.params as { analysisId: string };
    const { userPlanConsumeUniqueId: uniqueId } = request.body as { userPlanConsumeUniqueId: number };
    const answer = await analyses.consult({ ...asked, analysisId: Number(analysisId), uniqueId });
    return reply.type(JSON_TYPE).send(answer);
  },
);

async function stop(): Promise<void> {
  await app.close();
  await database.close();
  process.exit();
}
endWithParent(stop);
process.once('SIGTERM', () => void stop());
await app.listen({ host: '127.0.0.1', port: 0 });
reportReady({ port: (app.server.address() as AddressInfo).port });

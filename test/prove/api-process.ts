// One API process under test: the product's API with the probe's routes beside its own.
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { connect } from '../../src/connect.ts';
import { createKeyring, readKeyFile } from '../../src/platform/crypto/keyring.ts';
import { createLog } from '../../src/platform/log.ts';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';
import { createApi } from '../../src/wiring.ts';
import { addProbeRoutes, createProbes } from '../support/probe-capability.ts';
import { PROBE_DATABASE_VARIABLE } from './children.ts';
import { plantInDatabase, readPlantedBug } from './planted-bugs.ts';

const config = loadConfig(join(import.meta.dirname, '..', '..'));
const databaseUrl = config.databaseUrl?.reveal();
if (databaseUrl === undefined) throw new Error('FAROL_DATABASE_URL is missing');
const log = createLog({ level: config.logLevel, process: 'api' });
// The probe has connections of its own, so that a scenario can cut them and no others.
const probeUrl = process.env[PROBE_DATABASE_VARIABLE] ?? databaseUrl;
const database = connect({ config, databaseUrl: probeUrl, log }, 'farol_app', 'api probes');
const keyring = createKeyring(readKeyFile(config.keyFile));
const probes = createProbes(plantInDatabase(database, readPlantedBug()), keyring, { jobs: true });
const api = await createApi({ config, databaseUrl, log, addRoutes: (app) => addProbeRoutes(app, probes) });

async function stop(): Promise<void> {
  await api.close();
  await database.close();
  process.exit();
}
endWithParent(stop);
process.once('SIGTERM', () => void stop());
await api.app.listen({ host: config.host, port: config.port });
reportReady({ port: (api.app.server.address() as AddressInfo).port });
// Killed by -9 it would leave nothing for its successor.
flushCompileCache();

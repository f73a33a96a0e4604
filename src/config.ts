// Every setting, with its type, default and a sentence; the only reader of the environment.
// docs/generated/configuration.md is written from this table.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contradictions } from './config-contradictions.ts';
import { fileSettings } from './config-files.ts';
import { metricsPorts } from './config-ports.ts';
import { sourceSettings } from './config-sources.ts';
import { webhookSettings } from './config-webhooks.ts';
import * as kind from './platform/settings.ts';
import type { Setting } from './platform/settings.ts';

const named = (name: string, sentence: string): { name: string; sentence: string } => ({ name, sentence });
const MINUTE_MS = 60_000;

export const settings = {
  host: kind.text(named('FAROL_HOST', 'Address on which the API listens.'), '127.0.0.1'),
  port: kind.integer(named('FAROL_PORT', 'Port on which the API listens; 0 takes any free one.'), 8080, {
    min: 0,
    max: 65_535,
  }),
  publicUrl: kind.webAddress(
    named('FAROL_PUBLIC_URL', 'Address under which callers reach the API; links in answers start with it.'),
  ),
  tlsCertificateFile: kind.text(
    named(
      'FAROL_TLS_CERTIFICATE_FILE',
      'PEM certificate chain; together with the key it makes the API speak HTTPS.',
    ),
    '',
  ),
  tlsKeyFile: kind.text(named('FAROL_TLS_KEY_FILE', 'PEM private key of the certificate.'), ''),
  behindTlsProxy: kind.toggle(
    named('FAROL_BEHIND_TLS_PROXY', 'A proxy in front ends TLS, so plain HTTP on a public address is meant.'),
    false,
  ),
  trustedProxies: kind.networks(
    named('FAROL_TRUSTED_PROXIES', 'Proxies whose X-Forwarded-For tells the true address of a caller.'),
  ),
  dataDir: kind.text(
    named(
      'FAROL_DATA_DIR',
      'Folder for the embedded database, the key file and logs; relative to the project.',
    ),
    'var',
  ),
  databaseUrl: kind.secret(
    named('FAROL_DATABASE_URL', 'Your own PostgreSQL 16 or later; when empty the embedded one is started.'),
  ),
  migrationUrl: kind.secret(
    named(
      'FAROL_MIGRATION_URL',
      'Connection of the role that owns the tables, when the serving role shall not own them.',
    ),
  ),
  databasePoolSize: kind.integer(named('FAROL_DATABASE_POOL_SIZE', 'Connections of one process.'), 10, {
    min: 2,
    max: 200,
  }),
  statementTimeoutMs: kind.integer(
    named('FAROL_STATEMENT_TIMEOUT_MS', 'Longest time of one statement, enforced by the database.'),
    5000,
    { min: 100, max: 10 * MINUTE_MS },
  ),
  keyFile: kind.text(
    named(
      'FAROL_KEY_FILE',
      'The file of the keys that encrypt and hash what the database holds; by default in the data folder.',
    ),
    '',
  ),
  auditAnchorFile: kind.text(
    named(
      'FAROL_AUDIT_ANCHOR_FILE',
      'Where the worker writes down how far the audit has come, outside of the database; by default in the data folder.',
    ),
    '',
  ),
  auditAnchorSeconds: kind.integer(
    named(
      'FAROL_AUDIT_ANCHOR_SECONDS',
      'How often it does; the end of the audit can be cut off unnoticed for as long.',
    ),
    60,
    { min: 1, max: 86_400 },
  ),
  accessTokenSeconds: kind.integer(named('FAROL_ACCESS_TOKEN_SECONDS', 'Life of an access token.'), 86_400, {
    min: 60,
    max: 2_592_000,
  }),
  refreshTokenSeconds: kind.integer(
    named('FAROL_REFRESH_TOKEN_SECONDS', 'Life of a session and of its refresh token.'),
    2_592_000,
    { min: 60, max: 31_536_000 },
  ),
  passwordHashing: kind.integer(
    named('FAROL_PASSWORD_HASHING', 'Password checks that run at the same time in one process.'),
    2,
    { min: 1, max: 16 },
  ),
  rateLimits: kind.toggle(named('FAROL_RATE_LIMITS', 'Whether requests are limited at all.'), true),
  rateReads: kind.ratePolicy(named('FAROL_RATE_READS', 'Reads of one token.'), '1000/10'),
  rateCreates: kind.ratePolicy(
    named('FAROL_RATE_CREATES', 'Creating or changing requests of one token.'),
    '200/10',
  ),
  rateLogin: kind.ratePolicy(
    named('FAROL_RATE_LOGIN', 'Log-ins for one e-mail, and from one address.'),
    '10/60',
  ),
  maxConnections: kind.integer(
    named('FAROL_MAX_CONNECTIONS', 'Open client connections of one API process.'),
    10_000,
    {
      min: 10,
      max: 100_000,
    },
  ),
  maxInFlight: kind.integer(
    named('FAROL_MAX_IN_FLIGHT', 'Requests worked on at the same time; more are answered 503 at once.'),
    1000,
    { min: 1, max: 100_000 },
  ),
  maxEventLoopDelayMs: kind.integer(
    named('FAROL_MAX_EVENT_LOOP_DELAY_MS', 'Delay of the process above which requests are answered 503.'),
    1000,
    { min: 10, max: MINUTE_MS },
  ),
  diskFloorMb: kind.integer(
    named('FAROL_DISK_FLOOR_MB', 'Free disk space in the data folder below which the service is not ready.'),
    200,
    { min: 0, max: 1_000_000 },
  ),
  metricsHost: kind.text(
    named('FAROL_METRICS_HOST', 'Address of the separate listener for /metrics.'),
    '127.0.0.1',
  ),
  metricsPort: kind.integer(
    named('FAROL_METRICS_PORT', 'Port of that listener; 0 turns it off, -1 takes the API port plus 1000.'),
    -1,
    { min: -1, max: 65_535 },
  ),
  workerMetricsPort: kind.integer(
    named(
      'FAROL_WORKER_METRICS_PORT',
      "Port of the worker's own listener for /metrics, on the same address: figures of the sources. 0 turns it off, -1 takes the API port plus 2000 unless the API's is off.",
    ),
    -1,
    { min: -1, max: 65_535 },
  ),
  logLevel: kind.choice(named('FAROL_LOG_LEVEL', 'Least level that is logged.'), 'info', [
    'debug',
    'info',
    'warn',
    'error',
    'silent',
  ]),
  demo: kind.toggle(
    named('FAROL_DEMO', 'Demo tenants, made only with the embedded database on a loopback address.'),
    true,
  ),
  sandboxPopulation: kind.choice(
    named(
      'FAROL_SANDBOX_POPULATION',
      'The invented country that the first start loads, where demo tenants are allowed and nothing was imported yet.',
    ),
    'small',
    ['small', 'none'],
  ),
  importMaxSetAsidePercent: kind.integer(
    named(
      'FAROL_IMPORT_MAX_SET_ASIDE_PERCENT',
      'Share of rows that an import may set aside; with more it is refused whole.',
    ),
    1,
    { min: 0, max: 100 },
  ),
  riskValue: kind.integer(
    named(
      'FAROL_RISK_VALUE',
      'Value in whole reais above which a case is a risk to its debtor by that alone.',
    ),
    1_000_000,
    { min: 0, max: 1_000_000_000_000 },
  ),
  ...sourceSettings,
  ...fileSettings,
  ...webhookSettings,
  clockOffsetMs: kind.integer(
    named('FAROL_CLOCK_OFFSET_MS', 'Moves the clock of program and database; for tests.'),
    0,
    { min: -315_360_000_000, max: 315_360_000_000 },
  ),
};

type Values = { [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never };
export type Config = Readonly<Values & { projectDir: string; embeddedDatabase: boolean }>;

/** All faults of a configuration together, each as a sentence that says which setting to change. */
export class ConfigFault extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** What child processes are started with: all of ours, so that they read the same settings, and what is added. */
export function environmentWith(added: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { ...(Object.fromEntries(own) as Record<string, string>), ...added };
}

/** A secret may lie in a file instead (`NAME_FILE`), as container platforms hand them over. */
function rawValue(setting: Setting<unknown>, env: NodeJS.ProcessEnv): string | undefined {
  const file = setting.secret ? env[`${setting.name}_FILE`] : undefined;
  if (file === undefined || file === '') {
    return env[setting.name];
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new kind.SettingFault(`cannot be read from the file named in ${setting.name}_FILE`);
  }
}

function fileIn(projectDir: string, name: string): string {
  return name === '' ? '' : resolve(projectDir, name);
}

export function loadConfig(projectDir: string, env: NodeJS.ProcessEnv = process.env): Config {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    try {
      values[key] = setting.parse(rawValue(setting, env) ?? setting.fallback);
    } catch (error) {
      if (!(error instanceof kind.SettingFault)) {
        throw error;
      }
      faults.push(`${setting.name} ${error.message}.`);
      // Goes on with the default, so that what contradicts something else is told in the same breath.
      values[key] = setting.parse(setting.fallback);
    }
  }
  const known = new Set(
    Object.values<Setting<unknown>>(settings).flatMap(({ name, secret }) =>
      secret ? [name, `${name}_FILE`] : [name],
    ),
  );
  for (const name of Object.keys(env)) {
    if (name.startsWith('FAROL_') && !name.startsWith('FAROL_TEST_') && !known.has(name)) {
      faults.push(`${name} is not a setting; docs/generated/configuration.md lists them all.`);
    }
  }
  faults.push(...contradictions(values as Values, projectDir));
  if (faults.length > 0) {
    throw new ConfigFault(faults);
  }
  const read = values as Values;
  const dataDir = resolve(projectDir, read.dataDir);
  return Object.freeze({
    ...read,
    projectDir,
    dataDir,
    keyFile:
      read.keyFile === '' ? resolve(dataDir, 'secrets', 'master.key') : resolve(projectDir, read.keyFile),
    auditAnchorFile:
      read.auditAnchorFile === ''
        ? resolve(dataDir, 'audit-anchors.jsonl')
        : resolve(projectDir, read.auditAnchorFile),
    tlsCertificateFile: fileIn(projectDir, read.tlsCertificateFile),
    tlsKeyFile: fileIn(projectDir, read.tlsKeyFile),
    senatranCertificateFile: fileIn(projectDir, read.senatranCertificateFile),
    senatranKeyFile: fileIn(projectDir, read.senatranKeyFile),
    senatranCaFile: fileIn(projectDir, read.senatranCaFile),
    celcoinCertificateFile: fileIn(projectDir, read.celcoinCertificateFile),
    celcoinKeyFile: fileIn(projectDir, read.celcoinKeyFile),
    filesDir: read.filesDir === '' ? resolve(dataDir, 'files') : resolve(projectDir, read.filesDir),
    s3CaFile: fileIn(projectDir, read.s3CaFile),
    ...metricsPorts(read),
    embeddedDatabase: read.databaseUrl === null,
  });
}

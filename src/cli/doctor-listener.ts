// Checks of what the API listens with: its port and its certificate.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { createClock } from '../platform/clock.ts';
import { codeOf, examine, fault, fine, warning } from './doctor-finding.ts';
import type { Finding } from './doctor-finding.ts';

const DAY_MS = 86_400_000;
const RENEWAL_DAYS = 30;
const ANSWER_TIMEOUT_MS = 2000;
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

async function tryPort({ host, port }: Config): Promise<string | null> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    return codeOf(error);
  }
  probe.close();
  await once(probe, 'close');
  return null;
}

/** Its own certificate need not be trusted by this machine: the question is only who holds the port. */
async function isFarol({ host, port, tlsCertificateFile }: Config): Promise<boolean> {
  const address = {
    host: EVERY_ADDRESS[host] ?? host,
    port,
    path: '/health/live',
    timeout: ANSWER_TIMEOUT_MS,
  };
  const request =
    tlsCertificateFile === ''
      ? requestHttp({ ...address, agent: false })
      : requestHttps({ ...address, agent: false, rejectUnauthorized: false });
  request.on('timeout', () => request.destroy(new Error('No answer in time')));
  try {
    request.end();
    const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
    return /^\{"status":"live"\}$/.test(await text(response));
  } catch {
    return false;
  }
}

async function checkPort(config: Config): Promise<Finding> {
  const { host, port } = config;
  const refusal = await tryPort(config);
  if (refusal === null) {
    return fine('port', port === 0 ? 'Any free port is taken.' : `Port ${port} on ${host} is free.`);
  }
  if (refusal === 'EADDRINUSE') {
    return (await isFarol(config))
      ? fine('port', `Farol itself answers on port ${port} of ${host}.`)
      : fault('port', {
          message: `Port ${port} on ${host} is taken by another program.`,
          remedy: `Stop that program, or choose another port with FAROL_PORT.`,
        });
  }
  return fault('port', {
    message: `Port ${port} on ${host} cannot be opened (${refusal}).`,
    remedy:
      refusal === 'EACCES'
        ? 'Choose a port above 1023 with FAROL_PORT: those below are for root.'
        : 'Give FAROL_HOST an address that this machine has.',
  });
}

async function readPem<T>(path: string, parse: (pem: Buffer) => T): Promise<T | null> {
  try {
    return parse(await readFile(path));
  } catch {
    return null;
  }
}

function unreadable(path: string, setting: string): Finding {
  return fault('certificate', {
    message: `${path} cannot be read, or is not what it should be.`,
    remedy: `Name a PEM file without a passphrase in ${setting}, readable by the user that runs Farol.`,
  });
}

function judgePeriod(certificate: X509Certificate): Finding {
  const nowMs = createClock().nowMs();
  const days = Math.floor((certificate.validToDate.getTime() - nowMs) / DAY_MS);
  const until = certificate.validToDate.toISOString().slice(0, 10);
  const remedy = 'Renew it, put the new files in place and restart Farol.';
  if (certificate.validFromDate.getTime() > nowMs) {
    return fault('certificate', {
      message: `The certificate is not valid before ${certificate.validFromDate.toISOString()}.`,
      remedy: 'Wait for that day, or set the clock of this machine right.',
    });
  }
  if (certificate.validToDate.getTime() <= nowMs) {
    return fault('certificate', { message: `The certificate expired on ${until}.`, remedy });
  }
  return days < RENEWAL_DAYS
    ? warning('certificate', { message: `The certificate expires in ${days} day(s), on ${until}.`, remedy })
    : fine('certificate', `The certificate fits its key and is good until ${until}.`);
}

async function checkCertificate(config: Config): Promise<Finding> {
  const { tlsCertificateFile, tlsKeyFile } = config;
  if (tlsCertificateFile === '') {
    return fine('certificate', 'None is configured: plain HTTP, on this machine or behind a proxy.');
  }
  const certificate = await readPem(tlsCertificateFile, (pem) => new X509Certificate(pem));
  if (certificate === null) {
    return unreadable(tlsCertificateFile, 'FAROL_TLS_CERTIFICATE_FILE');
  }
  const key = await readPem<KeyObject>(tlsKeyFile, (pem) => createPrivateKey(pem));
  if (key === null) {
    return unreadable(tlsKeyFile, 'FAROL_TLS_KEY_FILE');
  }
  if (!certificate.checkPrivateKey(key)) {
    return fault('certificate', {
      message: 'The certificate and the key do not belong together.',
      remedy:
        'Name a pair in FAROL_TLS_CERTIFICATE_FILE and FAROL_TLS_KEY_FILE; the own certificate comes first in its file.',
    });
  }
  return judgePeriod(certificate);
}

export function checkListener(config: Config): Promise<Finding[]> {
  return Promise.all([
    examine('port', () => checkPort(config)),
    examine('certificate', () => checkCertificate(config)),
  ]);
}

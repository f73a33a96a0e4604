// What the configuration gives to each connector.
import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';
import { CALLBACK_PREFIX } from './features/cases/index.ts';
import type { GivenToAll } from './platform/outbound/declaration.ts';
import type { ClientCertificate } from './platform/outbound/guarded-connector.ts';
import type { Secret } from './platform/secret.ts';
import type { CelcoinGiven } from './sources/celcoin/source.ts';
import type { DatajudGiven } from './sources/datajud/live-source.ts';
import type { EscavadorGiven } from './sources/escavador/source.ts';
import type { InfosimplesGiven } from './sources/infosimples/source.ts';
import { judit } from './sources/judit/source.ts';
import type { JuditGiven } from './sources/judit/source.ts';
import type { PluggyGiven } from './sources/pluggy/source.ts';
import type { SenatranGiven } from './sources/senatran/source.ts';

function limitsOf(config: Config): Pick<GivenToAll, 'deadlineMs' | 'concurrency' | 'probeAfterMs'> {
  return {
    deadlineMs: config.sourceDeadlineMs,
    concurrency: config.sourceConcurrency,
    probeAfterMs: config.sourceProbeSeconds * 1000,
  };
}

const readPem = (file: string): string | null => (file === '' ? null : readFileSync(file, 'utf8'));

function readCertificate(
  files: [cert: string, key: string],
  passphrase: Secret | null,
): ClientCertificate | null {
  const [cert, key] = [readPem(files[0]), readPem(files[1])];
  if (cert === null || key === null) {
    return null;
  }
  return { cert, key, ...(passphrase === null ? {} : { passphrase: passphrase.reveal() }) };
}

export function givenToSenatran(config: Config): SenatranGiven {
  const files: [string, string] = [config.senatranCertificateFile, config.senatranKeyFile];
  return {
    ...limitsOf(config),
    base: config.senatranUrl,
    perSecond: config.senatranRate,
    costCents: config.senatranCostCents,
    operatorCpf: config.senatranOperatorCpf,
    certificate: readCertificate(files, config.senatranKeyPassphrase),
    trusted: readPem(config.senatranCaFile),
  };
}

export function givenToPluggy(config: Config): PluggyGiven {
  return {
    ...limitsOf(config),
    base: config.pluggyUrl,
    perSecond: config.pluggyRate,
    costCents: config.pluggyCostCents,
    clientId: config.pluggyClientId,
    clientSecret: config.pluggyClientSecret,
  };
}

export function givenToCelcoin(config: Config): CelcoinGiven {
  return {
    ...limitsOf(config),
    base: config.celcoinUrl,
    perSecond: config.celcoinRate,
    costCents: config.celcoinCostCents,
    tokenAddress: config.celcoinTokenUrl,
    certificate: readCertificate([config.celcoinCertificateFile, config.celcoinKeyFile], null),
    clientId: config.celcoinClientId,
    clientSecret: config.celcoinClientSecret,
  };
}

function callbackUrlOf({ publicUrl, juditCallbackSecret }: Config): string | null {
  if (publicUrl === '' || juditCallbackSecret === null) {
    return null;
  }
  return `${publicUrl}${CALLBACK_PREFIX}/${judit.name}/${juditCallbackSecret.reveal()}`;
}

export function givenToJudit(config: Config): JuditGiven {
  return {
    ...limitsOf(config),
    base: config.juditUrl,
    perSecond: config.juditRate,
    costCents: config.juditCostCents,
    apiKey: config.juditApiKey,
    callbackUrl: callbackUrlOf(config),
  };
}

export function givenToEscavador(config: Config): EscavadorGiven {
  return {
    ...limitsOf(config),
    base: config.escavadorUrl,
    perSecond: config.escavadorRate,
    costCents: config.escavadorCostCents,
    token: config.escavadorToken,
  };
}

export function givenToDatajud(config: Config): DatajudGiven {
  return {
    ...limitsOf(config),
    base: config.datajudUrl,
    perSecond: config.datajudRate,
    deadlineMs: config.datajudDeadlineMs,
    costCents: 0,
    apiKey: config.datajudApiKey,
  };
}

export function givenToInfosimples(config: Config): InfosimplesGiven {
  return {
    ...limitsOf(config),
    base: config.infosimplesUrl,
    perSecond: config.infosimplesRate,
    costCents: config.infosimplesCostCents,
    token: config.infosimplesToken,
  };
}

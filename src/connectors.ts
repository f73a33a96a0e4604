// Which connector serves which capability, put together from the configuration. None is an answer too: what has no
// source is said to be not checked.
import { readFileSync } from 'node:fs';
import { ConfigFault } from './config.ts';
import type { Config } from './config.ts';
import { CALLBACK_PREFIX } from './features/cases/index.ts';
import type { LawsuitCallback, LawsuitSource } from './features/cases/index.ts';
import type { RegisterSettings, Scr } from './features/credit-register/index.ts';
import type { ProtestSource } from './features/debts/index.ts';
import type { CnhLookup } from './features/driver-licences/index.ts';
import type { Capability, GivenToAll, SourceDeclaration } from './platform/outbound/declaration.ts';
import type { ClientCertificate } from './platform/outbound/guarded-connector.ts';
import type { SourceClient, SourceSurroundings } from './platform/outbound/source-client.ts';
import type { Secret } from './platform/secret.ts';
import { celcoin, openCelcoin } from './sources/celcoin/source.ts';
import type { CelcoinGiven } from './sources/celcoin/source.ts';
import { infosimples, openInfosimples } from './sources/infosimples/source.ts';
import type { InfosimplesGiven } from './sources/infosimples/source.ts';
import { juditCallback } from './sources/judit/callback.ts';
import { judit, openJudit } from './sources/judit/source.ts';
import type { JuditGiven } from './sources/judit/source.ts';
import { openPluggy, pluggy } from './sources/pluggy/source.ts';
import type { PluggyGiven } from './sources/pluggy/source.ts';
import { openSenatran, senatran } from './sources/senatran/source.ts';
import type { SenatranGiven } from './sources/senatran/source.ts';

export type Connectors = {
  cnh: CnhLookup | null;
  scr: Scr | null;
  lawsuits: LawsuitSource | null;
  protests: ProtestSource | null;
  clients: readonly SourceClient[];
  close(): Promise<void>;
};

export type ConnectorDescription = {
  name: string;
  capability: Capability;
  publisher: string;
  host: string;
  isInUse: boolean;
  /** Settings that are still to be filled in. */
  missing: readonly string[];
};

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

function givenToSenatran(config: Config): SenatranGiven {
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

function givenToPluggy(config: Config): PluggyGiven {
  return {
    ...limitsOf(config),
    base: config.pluggyUrl,
    perSecond: config.pluggyRate,
    costCents: config.pluggyCostCents,
    clientId: config.pluggyClientId,
    clientSecret: config.pluggyClientSecret,
  };
}

function givenToCelcoin(config: Config): CelcoinGiven {
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

/** Who may call us, for the process that is called. */
export function describeCallbacks({ lawsuitsSource, juditCallbackSecret }: Config): LawsuitCallback[] {
  const isCalled = lawsuitsSource === 'judit' && juditCallbackSecret !== null;
  return isCalled ? [juditCallback(juditCallbackSecret)] : [];
}

function givenToJudit(config: Config): JuditGiven {
  return {
    ...limitsOf(config),
    base: config.juditUrl,
    perSecond: config.juditRate,
    costCents: config.juditCostCents,
    apiKey: config.juditApiKey,
    callbackUrl: callbackUrlOf(config),
  };
}

function givenToInfosimples(config: Config): InfosimplesGiven {
  return {
    ...limitsOf(config),
    base: config.infosimplesUrl,
    perSecond: config.infosimplesRate,
    costCents: config.infosimplesCostCents,
    token: config.infosimplesToken,
  };
}

/** What each capability is served by; `none` where it is not. */
export function sourcesInUse(config: Config): Readonly<Record<Capability, string>> {
  return {
    cnh: config.cnhSource,
    scr: config.scrSource,
    lawsuits: config.lawsuitsSource,
    protests: config.protestsSource,
  };
}

function describe<Given extends GivenToAll>(
  config: Config,
  { name, capability, publisher, missing }: SourceDeclaration<Given>,
  given: Given,
): ConnectorDescription {
  const isInUse = name === sourcesInUse(config)[capability];
  return { name, capability, publisher, host: given.base.host, isInUse, missing: missing(given) };
}

export function describeConnectors(config: Config): ConnectorDescription[] {
  return [
    describe(config, senatran, givenToSenatran(config)),
    describe(config, pluggy, givenToPluggy(config)),
    describe(config, celcoin, givenToCelcoin(config)),
    describe(config, judit, givenToJudit(config)),
    describe(config, infosimples, givenToInfosimples(config)),
  ];
}

function requireNeeds(config: Config): void {
  const faults = describeConnectors(config)
    .filter(({ isInUse, missing }) => isInUse && missing.length > 0)
    .map(({ name, missing }) => `The source ${name} is in use and needs ${missing.join(', ')}.`);
  if (faults.length > 0) {
    throw new ConfigFault(faults);
  }
}

/** Checked above; this is for the types. */
function present(secret: Secret | null): Secret {
  if (secret === null) {
    throw new TypeError('a connector is opened without what it needs');
  }
  return secret;
}

type Keys<T> = { clientId: T; clientSecret: T };

function presentKeys({ clientId, clientSecret }: Keys<Secret | null>): Keys<Secret> {
  return { clientId: present(clientId), clientSecret: present(clientSecret) };
}

const SCR_CONSENTS = { none: null, pluggy: 'LINKED_ITEM', celcoin: 'OWN_PROOF' } as const;

/** What the credit register has to know of its source without opening it. */
export function describeScr(config: Config): RegisterSettings {
  const { scrSource, scrConsent, pluggyUrl, celcoinUrl } = config;
  const base = scrSource === 'celcoin' ? celcoinUrl : pluggyUrl;
  return {
    consentMode: SCR_CONSENTS[scrSource],
    isConsentRequired: scrConsent === 'required' || !base.isSandbox,
  };
}

type OpenedScr = { client: SourceClient; scr: Scr };

function openScr(config: Config, around: SourceSurroundings): OpenedScr | null {
  if (config.scrSource === 'none') {
    return null;
  }
  if (config.scrSource === 'pluggy') {
    const given = givenToPluggy(config);
    return openPluggy({ ...given, ...presentKeys(given) }, around);
  }
  const given = givenToCelcoin(config);
  return openCelcoin({ ...given, ...presentKeys(given) }, around);
}

type OpenedLawsuits = { client: SourceClient; lawsuits: LawsuitSource };

function openLawsuits(config: Config, around: SourceSurroundings): OpenedLawsuits | null {
  if (config.lawsuitsSource === 'none') {
    return null;
  }
  const given = givenToJudit(config);
  return openJudit({ ...given, apiKey: present(given.apiKey) }, around);
}

type OpenedProtests = { client: SourceClient; protests: ProtestSource };

function openProtests(config: Config, around: SourceSurroundings): OpenedProtests | null {
  if (config.protestsSource === 'none') {
    return null;
  }
  const given = givenToInfosimples(config);
  return openInfosimples({ ...given, token: present(given.token) }, around);
}

export function openConnectors(config: Config, around: SourceSurroundings): Connectors {
  requireNeeds(config);
  const scr = openScr(config, around);
  const lawsuits = openLawsuits(config, around);
  const protests = openProtests(config, around);
  const drivers = givenToSenatran(config);
  const cnh =
    config.cnhSource === 'none'
      ? null
      : openSenatran({ ...drivers, operatorCpf: present(drivers.operatorCpf) }, around);
  const opened = [cnh, scr, lawsuits, protests];
  const clients = opened.flatMap((each) => (each === null ? [] : [each.client]));
  return {
    cnh: cnh?.lookup ?? null,
    scr: scr?.scr ?? null,
    lawsuits: lawsuits?.lawsuits ?? null,
    protests: protests?.protests ?? null,
    clients,
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

// Which connector serves which capability, put together from the configuration. None is an answer too: what has no
// source is said to be not checked.
import { ConfigFault } from './config.ts';
import type { Config } from './config.ts';
import {
  givenToCelcoin,
  givenToDatajud,
  givenToEscavador,
  givenToInfosimples,
  givenToJudit,
  givenToPluggy,
  givenToSenatran,
} from './connector-needs.ts';
import type { CaseNumber } from './documents/case-number.ts';
import type { LawsuitCallback, LawsuitSource, ProcessRefresh } from './features/cases/index.ts';
import type { RegisterSettings, Scr } from './features/credit-register/index.ts';
import type { ProtestSource } from './features/debts/index.ts';
import type { CnhLookup } from './features/driver-licences/index.ts';
import type { Capability, GivenToAll, SourceDeclaration } from './platform/outbound/declaration.ts';
import type { SourceClient, SourceSurroundings } from './platform/outbound/source-client.ts';
import type { Secret } from './platform/secret.ts';
import { sourcesInUse } from './sources-in-use.ts';
import { celcoin, openCelcoin } from './sources/celcoin/source.ts';
import { findAlias } from './sources/datajud/alias.ts';
import { datajud, openDatajud } from './sources/datajud/live-source.ts';
import { escavador, openEscavador } from './sources/escavador/source.ts';
import { infosimples, openInfosimples } from './sources/infosimples/source.ts';
import { juditCallback } from './sources/judit/callback.ts';
import { judit, openJudit } from './sources/judit/source.ts';
import { openPluggy, pluggy } from './sources/pluggy/source.ts';
import { openSenatran, senatran } from './sources/senatran/source.ts';

export type Connectors = {
  cnh: CnhLookup | null;
  scr: Scr | null;
  /** In the order of their weight. */
  lawsuits: readonly LawsuitSource[];
  protests: ProtestSource | null;
  processes: ProcessRefresh | null;
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

/** Who may call us, for the process that is called. */
export function describeCallbacks({ lawsuitsSources, juditCallbackSecret }: Config): LawsuitCallback[] {
  const isCalled = lawsuitsSources.includes('judit') && juditCallbackSecret !== null;
  return isCalled ? [juditCallback(juditCallbackSecret)] : [];
}

/** Whether the case of a number can be looked up at a live source, for the process that does not ask itself. */
export function canRefreshProcess({ processesSource }: Config, number: string): boolean {
  return processesSource === 'datajud' && findAlias(number as CaseNumber) !== null;
}

function describe<Given extends GivenToAll>(
  config: Config,
  { name, capability, publisher, missing }: SourceDeclaration<Given>,
  given: Given,
): ConnectorDescription {
  const isInUse = sourcesInUse(config)[capability].includes(name);
  return { name, capability, publisher, host: given.base.host, isInUse, missing: missing(given) };
}

export function describeConnectors(config: Config): ConnectorDescription[] {
  return [
    describe(config, senatran, givenToSenatran(config)),
    describe(config, pluggy, givenToPluggy(config)),
    describe(config, celcoin, givenToCelcoin(config)),
    describe(config, judit, givenToJudit(config)),
    describe(config, escavador, givenToEscavador(config)),
    describe(config, infosimples, givenToInfosimples(config)),
    describe(config, datajud, givenToDatajud(config)),
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

function openLawsuits(config: Config, around: SourceSurroundings): OpenedLawsuits[] {
  return config.lawsuitsSources.map((name) => {
    if (name === 'judit') {
      const given = givenToJudit(config);
      return openJudit({ ...given, apiKey: present(given.apiKey) }, around);
    }
    const given = givenToEscavador(config);
    return openEscavador({ ...given, token: present(given.token) }, around);
  });
}

type OpenedProtests = { client: SourceClient; protests: ProtestSource };

function openProtests(config: Config, around: SourceSurroundings): OpenedProtests | null {
  if (config.protestsSource === 'none') {
    return null;
  }
  const given = givenToInfosimples(config);
  return openInfosimples({ ...given, token: present(given.token) }, around);
}

type OpenedProcesses = { client: SourceClient; processes: ProcessRefresh };

function openProcesses(config: Config, around: SourceSurroundings): OpenedProcesses | null {
  if (config.processesSource === 'none') {
    return null;
  }
  const given = givenToDatajud(config);
  return openDatajud({ ...given, apiKey: present(given.apiKey) }, around);
}

export function openConnectors(config: Config, around: SourceSurroundings): Connectors {
  requireNeeds(config);
  const scr = openScr(config, around);
  const lawsuits = openLawsuits(config, around);
  const protests = openProtests(config, around);
  const processes = openProcesses(config, around);
  const drivers = givenToSenatran(config);
  const cnh =
    config.cnhSource === 'none'
      ? null
      : openSenatran({ ...drivers, operatorCpf: present(drivers.operatorCpf) }, around);
  const opened = [cnh, scr, ...lawsuits, protests, processes];
  const clients = opened.flatMap((each) => (each === null ? [] : [each.client]));
  return {
    cnh: cnh?.lookup ?? null,
    scr: scr?.scr ?? null,
    lawsuits: lawsuits.map((each) => each.lawsuits),
    protests: protests?.protests ?? null,
    processes: processes?.processes ?? null,
    clients,
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

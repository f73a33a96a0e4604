import { AddressFault, parseBaseAddress } from './platform/outbound/base-address.ts';
import type { BaseAddress } from './platform/outbound/base-address.ts';
// The settings of the sources: which connector serves which capability, and what each of them needs.
import * as kind from './platform/settings.ts';
import type { Setting } from './platform/settings.ts';

const named = (name: string, sentence: string): { name: string; sentence: string } => ({ name, sentence });

function parseAddress(raw: string): BaseAddress {
  try {
    return parseBaseAddress(raw);
  } catch (error) {
    throw error instanceof AddressFault ? new kind.SettingFault(error.message) : error;
  }
}

const address = (name: string, of: string, fallback: string): Setting<BaseAddress> => ({
  ...named(name, `Address of ${of}; http only for a sandbox on a loopback address.`),
  kind: 'https address',
  fallback,
  secret: false,
  parse: parseAddress,
});
const pace = (name: string, of: string, fallback: number): Setting<number> =>
  kind.integer(named(name, `Most questions a second that one process puts to ${of}.`), fallback, {
    min: 1,
    max: 10_000,
  });
const cost = (name: string, of: string): Setting<number> =>
  kind.integer(named(name, `What one answer of ${of} costs, in centavos; for the figures.`), 0, {
    min: 0,
    max: 1_000_000,
  });

export const sourceSettings = {
  cnhSource: kind.choice(
    named('FAROL_CNH_SOURCE', 'Where driver licences are looked up; with `none` they are not checked.'),
    'none',
    ['none', 'senatran'],
  ),
  scrSource: kind.choice(
    named('FAROL_SCR_SOURCE', 'Where the credit register is read; with `none` it is not checked.'),
    'none',
    ['none', 'pluggy', 'celcoin'],
  ),
  lawsuitsSources: kind.choices(
    named(
      'FAROL_LAWSUITS_SOURCE',
      'Where court cases of a document are searched, at each of them; with `none` only what was imported is known.',
    ),
    ['judit', 'escavador'],
  ),
  protestsSource: kind.choice(
    named(
      'FAROL_PROTESTS_SOURCE',
      'Where protests of a document are looked up; with `none` only what was imported is known.',
    ),
    'none',
    ['none', 'infosimples'],
  ),
  processesSource: kind.choice(
    named(
      'FAROL_PROCESSES_SOURCE',
      'Where single court cases are looked up by their number; with `none` only what was imported is known.',
    ),
    'none',
    ['none', 'datajud'],
  ),
  scrConsent: kind.choice(
    named(
      'FAROL_SCR_CONSENT',
      "Whether a holder's consent must be on record before the register is read: `required` always, `auto` unless the source is a sandbox, whose invented people have agreed.",
    ),
    'auto',
    ['auto', 'required'],
  ),
  sourceDeadlineMs: kind.integer(
    named('FAROL_SOURCE_DEADLINE_MS', 'Longest time of one question to a source, repeats included.'),
    20_000,
    { min: 100, max: 120_000 },
  ),
  sourceConcurrency: kind.integer(
    named('FAROL_SOURCE_CONCURRENCY', 'Questions that one process puts to one source at the same time.'),
    40,
    { min: 1, max: 1000 },
  ),
  sourceProbeSeconds: kind.integer(
    named(
      'FAROL_SOURCE_PROBE_SECONDS',
      'How long a source that fails is left alone before it is tried again.',
    ),
    30,
    { min: 1, max: 3600 },
  ),
  senatranUrl: address('FAROL_SENATRAN_URL', 'WSDenatran', 'https://renavam.denatran.serpro.gov.br'),
  senatranOperatorCpf: kind.secret(
    named('FAROL_SENATRAN_OPERATOR_CPF', 'CPF of the person in whose name WSDenatran is asked.'),
  ),
  senatranCertificateFile: kind.text(
    named('FAROL_SENATRAN_CERTIFICATE_FILE', 'PEM certificate that WSDenatran knows us by.'),
    '',
  ),
  senatranKeyFile: kind.text(named('FAROL_SENATRAN_KEY_FILE', 'PEM private key of that certificate.'), ''),
  senatranKeyPassphrase: kind.secret(
    named('FAROL_SENATRAN_KEY_PASSPHRASE', 'Passphrase of that key, if it has one.'),
  ),
  senatranCaFile: kind.text(
    named('FAROL_SENATRAN_CA_FILE', 'PEM certificates to trust at WSDenatran instead of the usual ones.'),
    '',
  ),
  senatranRate: pace('FAROL_SENATRAN_RATE', 'WSDenatran', 10),
  senatranCostCents: cost('FAROL_SENATRAN_COST_CENTS', 'WSDenatran'),
  pluggyUrl: address('FAROL_PLUGGY_URL', 'Pluggy', 'https://api.pluggy.ai'),
  pluggyClientId: kind.secret(named('FAROL_PLUGGY_CLIENT_ID', 'Client id of our application at Pluggy.')),
  pluggyClientSecret: kind.secret(named('FAROL_PLUGGY_CLIENT_SECRET', 'Client secret that goes with it.')),
  pluggyRate: pace('FAROL_PLUGGY_RATE', 'Pluggy', 5),
  pluggyCostCents: cost('FAROL_PLUGGY_COST_CENTS', 'Pluggy'),
  celcoinUrl: address('FAROL_CELCOIN_URL', 'Celcoin', 'https://platform.flowfinance.com.br'),
  celcoinTokenUrl: address(
    'FAROL_CELCOIN_TOKEN_URL',
    "Celcoin's token route",
    'https://apicorp.celcoin.com.br/v5/token',
  ),
  celcoinCertificateFile: kind.text(
    named('FAROL_CELCOIN_CERTIFICATE_FILE', 'PEM certificate that Celcoin knows us by, where it wants one.'),
    '',
  ),
  celcoinKeyFile: kind.text(named('FAROL_CELCOIN_KEY_FILE', 'PEM private key of that certificate.'), ''),
  celcoinClientId: kind.secret(named('FAROL_CELCOIN_CLIENT_ID', 'Client id of our application at Celcoin.')),
  celcoinClientSecret: kind.secret(named('FAROL_CELCOIN_CLIENT_SECRET', 'Client secret that goes with it.')),
  celcoinRate: pace('FAROL_CELCOIN_RATE', 'Celcoin', 5),
  juditUrl: address('FAROL_JUDIT_URL', "Judit's requests", 'https://requests.prod.judit.io'),
  juditApiKey: kind.secret(named('FAROL_JUDIT_API_KEY', 'Key of our account at Judit.')),
  juditCallbackSecret: kind.secret(
    named(
      'FAROL_JUDIT_CALLBACK_SECRET',
      'Last part of the address at which Judit tells that a search has ended, 32 to 128 letters and digits; together with FAROL_PUBLIC_URL it lets results be read sooner.',
    ),
  ),
  juditRate: pace('FAROL_JUDIT_RATE', 'Judit', 3),
  juditCostCents: cost('FAROL_JUDIT_COST_CENTS', 'Judit'),
  escavadorUrl: address('FAROL_ESCAVADOR_URL', 'Escavador', 'https://api.escavador.com/api/v2'),
  escavadorToken: kind.secret(named('FAROL_ESCAVADOR_TOKEN', 'Token of our account at Escavador.')),
  escavadorRate: pace('FAROL_ESCAVADOR_RATE', 'Escavador', 8),
  escavadorCostCents: cost('FAROL_ESCAVADOR_COST_CENTS', 'Escavador, where it does not say so itself'),
  datajudUrl: address('FAROL_DATAJUD_URL', 'DataJud', 'https://api-publica.datajud.cnj.jus.br'),
  datajudApiKey: kind.secret(
    named(
      'FAROL_DATAJUD_API_KEY',
      'The public key of DataJud, which the CNJ prints on its wiki and changes.',
    ),
  ),
  datajudDeadlineMs: kind.integer(
    named(
      'FAROL_DATAJUD_DEADLINE_MS',
      'Longest time of one question to DataJud, repeats included; it takes up to 40 seconds.',
    ),
    75_000,
    { min: 100, max: 120_000 },
  ),
  datajudRate: pace('FAROL_DATAJUD_RATE', 'DataJud', 2),
  infosimplesUrl: address(
    'FAROL_INFOSIMPLES_URL',
    "Infosimples' queries",
    'https://api.infosimples.com/api/v2/consultas',
  ),
  infosimplesToken: kind.secret(named('FAROL_INFOSIMPLES_TOKEN', 'Token of our account at Infosimples.')),
  infosimplesRate: pace('FAROL_INFOSIMPLES_RATE', 'Infosimples', 2),
  infosimplesCostCents: cost('FAROL_INFOSIMPLES_COST_CENTS', 'Infosimples'),
  celcoinCostCents: cost('FAROL_CELCOIN_COST_CENTS', 'Celcoin'),
};

// A driver record of WSDenatran, in our words.
import type { Cnh, LicenceSituation } from '../../features/driver-licences/ports.ts';
import type { IsoDate } from '../../platform/outbound/outcome.ts';
import { UnreadableValue } from '../../platform/outbound/shapes.ts';
import type { Reading } from '../../platform/outbound/shapes.ts';
import { readDate } from '../../platform/outbound/wire-values.ts';
import type { DriverRecord, DriversBody, OccurrenceRecord } from './schemas.ts';

type Loose = string | number | null | undefined;

/** A missing description is `INDISPONÍVEL`; the mirror of one state says `INEXISTENTE`. */
const NO_TEXT = /^(?:INDISPON[IÍ]VEL|INEXISTENTE)$/i;

function textOf(value: Loose): string | undefined {
  const text = String(value ?? '').trim();
  return text === '' || NO_TEXT.test(text) ? undefined : text;
}

/** A missing code is zero. */
function codeOf(value: Loose): string | undefined {
  const text = textOf(value);
  return text === undefined || /^0+$/.test(text) ? undefined : text;
}

/** Leading zeros are lost where the source writes a number. */
function cpfOf(value: string | number): string {
  return String(value).replace(/\D/g, '').padStart(11, '0');
}

export function isAboutDriver({ condutores }: DriversBody, cpf: string): boolean {
  return condutores.every((driver) => cpfOf(driver.cpf) === cpf);
}

function isInForce({ dataTerminoImpedimentoBloqueio: end }: OccurrenceRecord, today: IsoDate): boolean {
  const endsOn = readDate(end, 'dataTerminoImpedimentoBloqueio');
  return endsOn === undefined || endsOn >= today;
}

function describe(occurrence: OccurrenceRecord): string {
  const { descricaoMotivoImpedimentoBloqueio, decricaoBloqueio, descricaoDecisaoBloqueio } = occurrence;
  return [descricaoMotivoImpedimentoBloqueio, decricaoBloqueio, descricaoDecisaoBloqueio]
    .map((part) => textOf(part) ?? '')
    .join(' ');
}

const TEXTS: readonly (readonly [RegExp, LicenceSituation])[] = [
  [/CANCEL/i, 'CANCELLED'],
  [/CASSA/i, 'REVOKED'],
  [/SUSPEN/i, 'SUSPENDED'],
  [/VENCID|EXPIRAD/i, 'EXPIRED'],
  [/EM EMISS|EM PROCESS|A EMITIR|AGUARDA/i, 'BEING_ISSUED'],
  [/EMITIDA|CONFIRMADA|ATIVA|REGULAR|NORMAL/i, 'ISSUED'],
];

/**
 * Suspension and revocation stand in the occurrences; the situation only tells how far the card itself is. A licence
 * past its date says so nowhere.
 */
function situationOf(
  driver: DriverRecord,
  blocks: readonly OccurrenceRecord[],
  today: IsoDate,
): LicenceSituation {
  const blocked = blocks.map(describe).join(' ');
  if (/CASSA/i.test(blocked)) {
    return 'REVOKED';
  }
  if (/SUSPEN/i.test(blocked)) {
    return 'SUSPENDED';
  }
  const text = textOf(driver.descricaoSituacaoCnh) ?? '';
  const situation = TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? 'UNKNOWN';
  const expiresOn = readDate(driver.dataValidadeCnh, 'dataValidadeCnh');
  return situation === 'ISSUED' && expiresOn !== undefined && expiresOn < today ? 'EXPIRED' : situation;
}

/** Letters and words of the remarks; EAR is told apart as `paidDriver`. */
function restrictionsOf(driver: DriverRecord): string[] {
  const remarks = [driver.quadroObservacoesCnh, driver.restricoesMedicas].flatMap((part) =>
    (textOf(part) ?? '').split(/[\s,;/]+/).filter((word) => word !== '' && word !== 'EAR'),
  );
  const lowered = codeOf(driver.categoriaRebaixada);
  return [
    ...new Set(remarks),
    ...(lowered === undefined ? [] : [`REBAIXADA ${lowered}`]),
    ...(codeOf(driver.permissionario) === undefined ? [] : ['PPD']),
  ];
}

/** A day that has not come yet cannot be one of these; an answer with such a day is not believed at all. */
function pastDate(value: Loose, field: string, today: IsoDate): IsoDate | undefined {
  const date = readDate(textOf(value), field);
  if (date !== undefined && date > today) {
    throw new UnreadableValue(field);
  }
  return date;
}

type Optional = 'name' | 'motherName' | 'birthDate' | 'license' | 'formNumber' | 'renach' | 'category';
type Told = Partial<
  Pick<Cnh, Optional | 'firstLicenseOn' | 'issuedOn' | 'expiresOn' | 'issuerUf' | 'situationText'>
>;

function toldBy(driver: DriverRecord, today: IsoDate): Told {
  const told = {
    name: textOf(driver.nome),
    motherName: textOf(driver.nomeMae),
    birthDate: pastDate(driver.dataNascimento, 'dataNascimento', today),
    license: codeOf(driver.numeroRegistro)?.padStart(11, '0'),
    formNumber: codeOf(driver.numeroFormularioCnh),
    renach: codeOf(driver.numeroFormularioRenach),
    category: textOf(driver.categoriaAtual),
    firstLicenseOn: pastDate(driver.dataPrimeiraHabilitacao, 'dataPrimeiraHabilitacao', today),
    issuedOn: pastDate(driver.dataUltimaEmissaoHistorico, 'dataUltimaEmissaoHistorico', today),
    expiresOn: readDate(driver.dataValidadeCnh, 'dataValidadeCnh'),
    issuerUf: textOf(driver.ufHabilitacaoAtual) ?? textOf(driver.ufDominio),
    situationText: textOf(driver.descricaoSituacaoCnh),
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

function mapDriver(driver: DriverRecord, cpf: string, today: IsoDate): Cnh {
  const blocks = (driver.ocorrencias ?? []).filter((occurrence) => isInForce(occurrence, today));
  const remarks = textOf(driver.quadroObservacoesCnh);
  return {
    basis: 'REPORTED',
    cpf,
    ...toldBy(driver, today),
    situation: situationOf(driver, blocks, today),
    ...(remarks === undefined ? {} : { paidDriver: /\bEAR\b|REMUNERAD/i.test(remarks) }),
    restrictions: restrictionsOf(driver),
    impediment: blocks.length > 0 || codeOf(driver.numeroListaImpedimento) !== undefined,
    checks: [],
  };
}

export function readDrivers({ condutores }: DriversBody, cpf: string, today: IsoDate): Reading<Cnh> {
  const newest = condutores
    .map((driver) => mapDriver(driver, cpf, today))
    .toSorted((one, other) => (other.issuedOn ?? '').localeCompare(one.issuedOn ?? ''))[0];
  if (newest === undefined) {
    return { kind: 'empty', facts: { freshness: 'live' } };
  }
  const warnings = condutores.length > 1 ? ['several driver records, the newest was taken'] : [];
  return { kind: 'ready', value: newest, facts: { freshness: 'live', warnings } };
}

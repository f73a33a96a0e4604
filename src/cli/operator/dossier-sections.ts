// A dossier as people read it: a heading for each kind of fact that says what came of asking, and a table.
import type { Command } from 'commander';
import { formatCaseNumber } from '../../documents/case-number.ts';
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import type { DossierCase } from '../../features/cases/index.ts';
import type { CompanyCard, Holding, Partner } from '../../features/companies/index.ts';
import type { Debt, LiveProtest } from '../../features/debts/index.ts';
import type { Freshness, Outcome } from '../../platform/imports/freshness.ts';
import { formatFields, formatTable, paint } from '../output.ts';
import type { Row } from '../output.ts';
import type { Dossier } from './dossier-reading.ts';

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  FOUND: 'found',
  NOTHING_FOUND: 'nothing found',
  NOT_CHECKED: 'not checked',
  SOURCE_FAILED: 'source failed',
};
const NEEDS_NAME = 'not checked: the source shows only six digits of a CPF; give the name with --name';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export function describeFreshness({ source, importedAt, edition, failedAt }: Freshness): string {
  const imported = importedAt === null ? 'never imported' : `imported ${dayOf(importedAt)}`;
  const named = edition === null ? imported : `${imported}, edition ${edition}`;
  return `${source} ${named}${failedAt === null ? '' : `, newest import failed ${dayOf(failedAt)}`}`;
}

function toCaseRow(each: DossierCase): Row {
  const number = each.number as CaseNumber;
  return {
    number: formatCaseNumber(number),
    court: findCourt(number)?.acronym ?? null,
    class: each.classCode === null ? null : String(each.classCode),
    side: each.side.toLowerCase(),
    life: each.isActive ? 'active' : 'closed',
    value: each.value,
    filed: each.filedOn,
    foundBy: each.isByMask ? 'six digits and name' : 'document',
  };
}

function toCompanyRow({ name, size, headOffice, establishments, capital }: CompanyCard): Row {
  return {
    name,
    situation: headOffice?.situation.toLowerCase() ?? null,
    since: headOffice?.situationOn ?? null,
    activity: headOffice?.mainActivity?.name ?? headOffice?.mainActivity?.code ?? null,
    size: size.toLowerCase(),
    capital,
    city: headOffice?.city?.name ?? null,
    state: headOffice?.state ?? null,
    establishments,
  };
}

const toPartnerRow = ({ kind, name, document, qualification, since }: Partner): Row => ({
  partner: name,
  kind: kind.toLowerCase(),
  document,
  as: qualification?.name ?? qualification?.code ?? null,
  since,
});

const toHoldingRow = ({ root, name, situation, qualification, since }: Holding): Row => ({
  root,
  company: name,
  situation: situation.toLowerCase(),
  as: qualification?.name ?? qualification?.code ?? null,
  since,
});

const toDebtRow = ({ register, inscription, document, state, registeredOn, value }: Debt): Row => ({
  register,
  inscription,
  document,
  state: state.toLowerCase(),
  registered: registeredOn,
  value,
});

const toProtestRow = ({ document, office, city, state, protestedOn, value }: LiveProtest): Row => ({
  document,
  office,
  city,
  state,
  protested: protestedOn,
  value: value ?? 'hidden',
});

type Asked = { outcome: Outcome; freshness: Freshness | readonly Freshness[] };

export function describeDossier(command: Command, dossier: Dossier): string[] {
  const { cases, company, partners, partnerIn, debts, protests } = dossier;
  const section = (title: string, { outcome, freshness }: Asked, lines: readonly string[]): string[] => {
    const sources = [freshness].flat().map(describeFreshness).join('; ');
    const head = `${paint(command, 'bold', title)}: ${OUTCOMES[outcome]} (${sources})`;
    return ['', head, ...(outcome === 'FOUND' ? lines : [])];
  };
  const table = (rows: readonly Row[]): string[] => formatTable(command, rows);
  const isUnnamed = partnerIn === null;
  const more = cases.next === null ? [] : [`More follow: --after ${cases.next}`];
  const caseLines = [`${cases.count} in all`, ...table(cases.listed.map(toCaseRow)), ...more];
  return [
    dossier.document,
    ...section('Court cases', cases, caseLines),
    ...(company === null
      ? []
      : section(
          'Company',
          company,
          company.found === null ? [] : formatFields(command, toCompanyRow(company.found)),
        )),
    ...(partners === null ? [] : section('Partners', partners, table(partners.found.map(toPartnerRow)))),
    ...(isUnnamed
      ? ['', `${paint(command, 'bold', 'Partner in')}: ${NEEDS_NAME}`]
      : section('Partner in', partnerIn, table(partnerIn.found.map(toHoldingRow)))),
    ...(isUnnamed
      ? ['', `${paint(command, 'bold', 'Government debts')}: ${NEEDS_NAME}`]
      : section('Government debts', debts, [
          `${debts.count} of ${debts.totalValue} in all`,
          ...table(debts.debts.map(toDebtRow)),
        ])),
    ...section('Protests', protests, [
      `${protests.count} of ${protests.totalValue} in all, as far as the amounts are known`,
      ...table(protests.protests.map(toProtestRow)),
    ]),
  ];
}

// The newer SCR summary, in our words.
import { refusedByRegister, sumBuckets } from '../../features/credit-register/ports.ts';
import type { ScrGroup, ScrMonth, ScrReport } from '../../features/credit-register/ports.ts';
import type { Doc } from '../../platform/outbound/outcome.ts';
import type { Reading, VendorFault } from '../../platform/outbound/shapes.ts';
import { readCents, readDate, readMonth, readPercent } from '../../platform/outbound/wire-values.ts';
import type { MonthRecord, OperationRecord, RefusalBody, SummaryBody } from './schemas.ts';

/** A person by CPF, a company by the root of its CNPJ; numbers have lost their leading zeros. */
export function isAboutClient({ cdCli, tpCli }: SummaryBody, { kind, value }: Doc): boolean {
  const expected = kind === 'CPF' ? value : value.slice(0, 8);
  const client = String(cdCli)
    .replace(/[.\-/]/g, '')
    .toUpperCase()
    .padStart(expected.length, '0');
  return String(tpCli) === (kind === 'CPF' ? '1' : '2') && (client === expected || client === value);
}

function mapBuckets(amounts: OperationRecord['resVenc']): ScrGroup['buckets'] {
  return Object.fromEntries(
    Object.entries(amounts)
      .map(([code, amount]) => [code.replace(/^v/, ''), readCents(amount, 'resVenc')] as const)
      .filter(([, cents]) => cents !== 0),
  );
}

function mapCurrency(value: OperationRecord['varCamb']): boolean | null {
  if (value === undefined || value === null || value === '') {
    return null;
  }
  return typeof value === 'boolean' ? value : /^(?:S|1|TRUE)$/i.test(value);
}

function mapOperation({ mod, varCamb, subJDisc, resVenc }: OperationRecord): ScrGroup {
  const dispute = (['D', 'J', 'JD'] as const).find((mark) => mark === subJDisc);
  return {
    modality: String(mod).padStart(4, '0'),
    currencyLinked: mapCurrency(varCamb),
    ...(dispute === undefined ? {} : { dispute }),
    buckets: mapBuckets(resVenc),
  };
}

function inDispute(groups: readonly ScrGroup[], mark: 'D' | 'J'): { count: number; value: number } {
  const marked = groups.filter(({ dispute }) => dispute?.includes(mark) === true);
  return { count: marked.length, value: sumBuckets(marked).direct };
}

function mapMonth(month: MonthRecord): ScrMonth {
  const groups = (month.lsOp ?? []).map(mapOperation);
  const since = readDate(month.dtbIniRel, 'dtbIniRel');
  const docsPct = readPercent(month.docProc, 'docProc');
  const volumePct = readPercent(month.volProc, 'volProc');
  return {
    month: readMonth(month.dtb, 'dtb'),
    institutions: month.qtdIfs ?? null,
    // What is listed are groups; how many operations stand behind them is not told.
    operations: null,
    ...(since === undefined ? {} : { since }),
    ...(docsPct === undefined ? {} : { docsPct }),
    ...(volumePct === undefined ? {} : { volumePct }),
    coObligationGiven: readCents(month.coobAss, 'coobAss'),
    coObligationReceived: readCents(month.coobRec, 'coobRec'),
    disputed: inDispute(groups, 'D'),
    subJudice: inDispute(groups, 'J'),
    groups,
    totals: sumBuckets(groups),
    ...(typeof month.msg === 'string' && month.msg !== '' ? { message: month.msg } : {}),
  };
}

export function readSummary(body: SummaryBody, doc: Doc): Reading<ScrReport> {
  const [message] = body.listaDeMensagensDeValidacao ?? [];
  if (message !== undefined) {
    return { kind: 'failed', fault: refusedByRegister(message.codigo) };
  }
  const months = body.lsDtb.map(mapMonth).toSorted((one, other) => one.month.localeCompare(other.month));
  const hasNews = months.some(({ groups, message: told }) => groups.length > 0 || told !== undefined);
  if (!hasNews) {
    return { kind: 'empty', facts: { freshness: 'live' } };
  }
  const isWhole = months.every(({ message: told }) => told === undefined);
  return {
    kind: 'ready',
    value: { doc, byRoot: doc.kind === 'CNPJ', months },
    facts: {
      freshness: 'live',
      complete: isWhole,
      warnings: isWhole ? [] : ['a base month came with a message'],
    },
  };
}

const REFUSALS: Readonly<Record<string, VendorFault>> = {
  SCR_FEATURE_NOT_ENABLED: { code: 'NOT_ENABLED', text: 'Our account at Pluggy has no SCR' },
  SCR_ITEM_NOT_SUPPORTED: { code: 'BAD_INPUT', text: 'The linked item has no SCR' },
  CLIENT_KEYS_UNAUTHORIZED: { code: 'AUTH', text: 'Pluggy does not accept our keys' },
  // The linked item is the holder's consent, so a missing one is a missing consent.
  ITEM_NOT_FOUND: { code: 'CONSENT_NEEDED', text: 'There is no such linked item' },
};

export function readRefusal({ code, codeDescription }: RefusalBody, otherwise: VendorFault): Reading<never> {
  const name = [codeDescription, code].find((word) => typeof word === 'string' && /[A-Z]/.test(word));
  const known = REFUSALS[String(name)];
  const vendorCode = name === undefined || name === null ? {} : { vendorCode: String(name) };
  return { kind: 'failed', fault: { ...(known ?? otherwise), ...vendorCode } };
}

// Protests, government debt and partners, each read in a transaction of its own: what one of them does to its reader is
// nothing to the others.
import { cnpjRoot } from '../../documents/cnpj.ts';
import type { Cnpj } from '../../documents/cnpj.ts';
import type { Cpf } from '../../documents/cpf.ts';
import { documentType } from '../../documents/document.ts';
import { formatMoney } from '../../documents/money.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { Freshness, Outcome } from '../../platform/imports/freshness.ts';
import { listCompaniesOfCompany, listCompaniesOfPerson, listPartners } from '../companies/index.ts';
import type { Found, Holding } from '../companies/index.ts';
import { listDebts, listProtests } from '../debts/index.ts';
import { centsOf } from './case-value.ts';
import type { Findings } from './findings.ts';
import type { Tie } from './report-input.ts';
import { setStep, tryStep } from './run-state.ts';
import type { Run } from './run-state.ts';
import { isOpen } from './step.ts';
import type { Status } from './step.ts';
import { readSubject } from './subject-reading.ts';
import { createSummary } from './summary.ts';
import type { SummaryKey } from './summary.ts';

type Part = keyof Findings;
type Told = { outcome: Outcome; freshness: Freshness };

const STATUS_OF: Readonly<Record<Outcome, Status>> = {
  FOUND: 'DONE',
  NOTHING_FOUND: 'DONE',
  // Not configured, or not to be asked without a name.
  NOT_CHECKED: 'INITIAL',
  SOURCE_FAILED: 'ERROR',
};

/** A live source that answered makes the step done, whether or not files were ever imported. */
function settle<P extends Part>(
  run: Run,
  part: P,
  { outcome, freshness }: Told,
  found: Findings[P],
): boolean {
  const { sources = [] } = run.steps[part];
  const isAnswered = sources.length > 0;
  const status = isAnswered ? 'DONE' : STATUS_OF[outcome];
  const { source, importedAt, edition } = freshness;
  const imported = { source, outcome, asOf: importedAt?.toISOString() ?? null, edition };
  setStep(run, part, {
    status,
    sources: isAnswered && outcome !== 'FOUND' ? sources : [...sources, imported],
    checkedAt: run.clock.now().toISOString(),
    ...(status === 'ERROR' ? { fault: 'SOURCE_FAILED' } : {}),
  });
  if (status === 'DONE') {
    run.unwrittenFindings = { ...run.unwrittenFindings, [part]: found };
  }
  return status === 'DONE';
}

function fillKey(run: Run, key: SummaryKey, count: number, value: string): void {
  const summary = run.summary ?? createSummary().toWire();
  run.summary = { ...summary, [key]: { vltotalProcess: formatMoney(centsOf(value)), totalProcess: count } };
}

async function readProtests(tx: Transaction, run: Run): Promise<void> {
  const found = await listProtests(tx, run.document);
  if (settle(run, 'protests', found, found.protests)) {
    fillKey(run, 'RISK_PROTEST', found.count, found.totalValue);
  }
}

async function readDebts(tx: Transaction, run: Run): Promise<void> {
  const found = await listDebts(tx, run.document, run.name === '' ? null : run.name);
  if (settle(run, 'debts', found, found.debts)) {
    const { count, totalValue } = found.inCollection;
    fillKey(run, 'RISK_DEBTOR', count, totalValue);
  }
}

const owned = ({ found }: Found<Holding[]>): Tie[] => found.map((holding) => ({ holding }));

async function readPartners(tx: Transaction, run: Run): Promise<void> {
  const { document, name } = run;
  if (documentType(document) === 'CNPJ') {
    const cnpj = document as Cnpj;
    const partners = await listPartners(tx, cnpjRoot(cnpj));
    const holdings = await listCompaniesOfCompany(tx, cnpj);
    const { company, registryStatus: status } = await readSubject(tx, cnpj);
    const listed = partners.found.map((partner): Tie => ({ partner }));
    const card = company === null ? [] : [{ registered: { status, company } }];
    settle(run, 'partners', partners, [...listed, ...owned(holdings), ...card]);
  } else if (name === '') {
    // By six digits alone it would be a hundred strangers.
    setStep(run, 'partners', { checkedAt: run.clock.now().toISOString() });
  } else {
    const holdings = await listCompaniesOfPerson(tx, document as Cpf, name);
    settle(run, 'partners', holdings, owned(holdings));
  }
}

const READERS: Readonly<Record<Part, (tx: Transaction, run: Run) => Promise<void>>> = {
  protests: readProtests,
  debts: readDebts,
  partners: readPartners,
};

/** In a transaction that somebody else holds. What goes wrong in it is the caller's. */
export async function readAllFindings(tx: Transaction, run: Run): Promise<void> {
  await Promise.all(Object.values(READERS).map((read) => read(tx, run)));
}

export async function readFindings(run: Run, parts: readonly Part[]): Promise<void> {
  for (const part of parts.filter((each) => isOpen(run.steps[each]))) {
    await tryStep(run, part, () => run.database.transaction(NO_SCOPE, (tx) => READERS[part](tx, run)));
  }
}

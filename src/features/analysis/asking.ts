// The live sources of an analysis: asked before the registry is read, so that what they bring is in it. What was brought
// is noted before anything else is done with it, as an answer may have cost money.
import { documentType } from '../../documents/document.ts';
import type { Fault, Meta } from '../../platform/outbound/outcome.ts';
import type { LiveSource } from './ports.ts';
import { failStep, setStep, tryStep, waitAtLeast } from './run-state.ts';
import type { Run } from './run-state.ts';
import { isOpen } from './step.ts';

type LiveStep = 'cases' | 'protests';
const MINUTE_SECONDS = 60;
/** So old an analysis may become while a source is down or turns us away. */
const DOWN_PATIENCE_SECONDS = 15 * MINUTE_SECONDS;
/** And while it works on the answer: some ask the courts themselves. */
const PENDING_PATIENCE_SECONDS = 60 * MINUTE_SECONDS;

function sourceOf({ live }: Run, step: LiveStep): LiveSource | null {
  return step === 'cases' ? live.lawsuits : live.protests;
}

/** Whether the step still has to be asked of its live source. */
export function isUnasked(run: Run, step: LiveStep): boolean {
  const source = sourceOf(run, step);
  const state = run.steps[step];
  return (
    source !== null &&
    isOpen(state) &&
    !(state.sources ?? []).some(({ source: name }) => name === source.name)
  );
}

function noteAnswer(
  run: Run,
  step: LiveStep,
  { fetchedAt }: Meta,
  about: { name: string; count: number },
): void {
  const outcome = about.count === 0 ? 'NOTHING_FOUND' : 'FOUND';
  const source = { source: about.name, outcome, asOf: fetchedAt, edition: null } as const;
  const { [step]: _asked, ...tickets } = run.tickets;
  run.tickets = tickets;
  setStep(run, step, { status: 'PROCESSING', sources: [source] });
}

function end(run: Run, step: LiveStep, name: string, fault: string): void {
  const sources = [{ source: name, outcome: 'SOURCE_FAILED', asOf: null, edition: null } as const];
  setStep(run, step, { status: 'ERROR', fault, sources, checkedAt: run.clock.now().toISOString() });
}

function noteFault(run: Run, step: LiveStep, name: string, { code, waitMs, retry }: Fault): void {
  if (retry === 'NEVER') {
    end(run, step, name, code);
  } else if (waitMs === undefined) {
    failStep(run, step, code);
  } else if (run.ageSeconds + waitMs / 1000 > DOWN_PATIENCE_SECONDS) {
    end(run, step, name, code);
  } else {
    setStep(run, step, { status: 'PROCESSING', fault: code });
    waitAtLeast(run, waitMs / 1000);
  }
}

/** True when what was asked for is there already, and has only to be collected. */
async function ask(run: Run, step: LiveStep, source: LiveSource): Promise<boolean> {
  const { document, held, createdAt, attempt } = run;
  const question = {
    doc: { kind: documentType(document), value: document },
    // An attempt before this one may have died between asking and noting the ticket.
    askedSince: held.attempt > 1 ? createdAt.toISOString() : null,
    signal: attempt.signal,
  };
  const ticket = run.tickets[step];
  const outcome = await (ticket === undefined ? source.start(question) : source.collect(ticket, question));
  const { name } = source;
  if (outcome.kind === 'failed') {
    noteFault(run, step, name, outcome.fault);
  } else if (outcome.kind === 'pending' && run.ageSeconds > PENDING_PATIENCE_SECONDS) {
    end(run, step, name, 'TIMEOUT');
  } else if (outcome.kind === 'pending') {
    run.tickets = { ...run.tickets, [step]: outcome.ticket };
    setStep(run, step, { status: 'PROCESSING' });
    if (ticket === undefined && outcome.checkAfterMs === 0) return true;
    waitAtLeast(run, outcome.checkAfterMs / 1000);
  } else {
    const count = outcome.kind === 'ready' ? outcome.value.count : 0;
    noteAnswer(run, step, outcome.meta, { name, count });
  }
  return false;
}

const LIVE_STEPS: readonly LiveStep[] = ['cases', 'protests'];

/**
 * `isAsked`: what came of it is worth writing down. `due`: steps whose answer is there already; their tickets are to be
 * written down first, since the question may have been paid for, and then they are asked again.
 */
export async function askLiveSources(
  run: Run,
  steps: readonly LiveStep[] = LIVE_STEPS,
): Promise<{ isAsked: boolean; due: readonly LiveStep[] }> {
  const due: LiveStep[] = [];
  const asking = steps.flatMap((step) => {
    const source = sourceOf(run, step);
    if (source === null || !isUnasked(run, step)) return [];
    return [
      tryStep(run, step, async () => {
        if (await ask(run, step, source)) due.push(step);
      }),
    ];
  });
  await Promise.all(asking);
  return { isAsked: asking.length > 0, due };
}

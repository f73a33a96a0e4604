// What came of asking a live source, as the step keeps it. Sources are noted each by itself; the step has failed only when
// none of them answered.
import type { Fault, Meta, Ticket } from '../../platform/outbound/outcome.ts';
import type { LiveSource } from './ports.ts';
import { pauseAfter, setStep, waitAtLeast } from './run-state.ts';
import type { Run } from './run-state.ts';
import type { StepState } from './step.ts';

export type LiveStep = 'cases' | 'protests';
export type Asked = { readonly step: LiveStep; readonly source: LiveSource };
type NotedSource = NonNullable<StepState['sources']>[number];

/** So old an analysis may become while a source is down or turns us away, */
const DOWN_PATIENCE_SECONDS = 15 * 60;
/** and where it is down while another one has answered: what there is, is told without it. */
const DOWN_PATIENCE_BESIDE_SECONDS = 15;

export function sourcesOf({ live }: Run, step: LiveStep): readonly LiveSource[] {
  return step === 'cases' ? live.lawsuits : live.protests;
}

function withoutTicket({ tickets }: Run, { step, source }: Asked): readonly Ticket[] {
  return (tickets[step] ?? []).filter(({ connector }) => connector !== source.name);
}

export function setTicket(run: Run, asked: Asked, ticket: Ticket): void {
  run.tickets = { ...run.tickets, [asked.step]: [...withoutTicket(run, asked), ticket] };
}

/** In the order of the sources, whichever ended first. */
function noteEnd(run: Run, asked: Asked, noted: NotedSource): readonly NotedSource[] {
  const { step } = asked;
  run.tickets = { ...run.tickets, [step]: withoutTicket(run, asked) };
  const order = sourcesOf(run, step).map(({ name }) => name);
  const sources = [...(run.steps[step].sources ?? []), noted].toSorted(
    (one, other) => order.indexOf(one.source) - order.indexOf(other.source),
  );
  setStep(run, step, { status: 'PROCESSING', sources });
  return sources;
}

const isAnswer = ({ outcome }: NotedSource): boolean => outcome !== 'SOURCE_FAILED';

export function noteAnswer(run: Run, asked: Asked, { fetchedAt }: Meta, count: number): void {
  const outcome = count === 0 ? 'NOTHING_FOUND' : 'FOUND';
  noteEnd(run, asked, { source: asked.source.name, outcome, asOf: fetchedAt, edition: null });
}

/** With the last of its sources the step has failed too, if none of them answered. */
export function giveUp(run: Run, asked: Asked, fault: string): void {
  const { step, source } = asked;
  const noted = { source: source.name, outcome: 'SOURCE_FAILED', asOf: null, edition: null } as const;
  const sources = noteEnd(run, asked, noted);
  if (sources.length === sourcesOf(run, step).length && !sources.some(isAnswer)) {
    setStep(run, step, { status: 'ERROR', fault, checkedAt: run.clock.now().toISOString() });
  }
}

export function failSource(run: Run, asked: Asked, fault: string): void {
  const { step, source } = asked;
  const { sourceFailures } = run.steps[step];
  const failures = (sourceFailures?.[source.name] ?? 0) + 1;
  setStep(run, step, {
    status: 'PROCESSING',
    fault,
    sourceFailures: { ...sourceFailures, [source.name]: failures },
  });
  const pauseSeconds = pauseAfter(failures);
  if (pauseSeconds === null) giveUp(run, asked, fault);
  else waitAtLeast(run, pauseSeconds);
}

/** One that only has too many questions is worth its turn. */
function patienceWith({ steps }: Run, { step }: Asked, code: Fault['code']): number {
  const isBeside = code !== 'RATE_LIMITED' && steps[step].sources?.some(isAnswer) === true;
  return isBeside ? DOWN_PATIENCE_BESIDE_SECONDS : DOWN_PATIENCE_SECONDS;
}

export type Failed = { readonly asked: Asked; readonly fault: Fault };

/** After all were asked: how long one is worth waiting for depends on what the others answered. */
export function judgeFaults(run: Run, failed: readonly Failed[]): void {
  for (const { asked, fault } of failed) noteFault(run, asked, fault);
}

function noteFault(run: Run, asked: Asked, { code, waitMs, retry }: Fault): void {
  if (retry === 'NEVER') {
    giveUp(run, asked, code);
  } else if (waitMs === undefined) {
    failSource(run, asked, code);
  } else if (run.ageSeconds + waitMs / 1000 > patienceWith(run, asked, code)) {
    giveUp(run, asked, code);
  } else {
    setStep(run, asked.step, { status: 'PROCESSING', fault: code });
    waitAtLeast(run, waitMs / 1000);
  }
}

// The live sources of an analysis: asked before the registry is read, so that what they bring is in it. What was brought
// is noted before anything else is done with it, as an answer may have cost money. All are asked side by side.
import { documentType } from '../../documents/document.ts';
import type { Fault, Ticket } from '../../platform/outbound/outcome.ts';
import { setStep, tryStep, waitAtLeast } from './run-state.ts';
import type { Run } from './run-state.ts';
import { saveAsking } from './settling.ts';
import { failSource, giveUp, noteAnswer, setTicket, sourcesOf } from './source-answers.ts';
import type { Asked, Failed, LiveStep } from './source-answers.ts';
import { isOpen } from './step.ts';

/** So old an analysis may become while a source works on the answer: some ask the courts themselves. */
const PENDING_PATIENCE_SECONDS = 60 * 60;

function listUnasked(run: Run, step: LiveStep): Asked[] {
  const state = run.steps[step];
  if (!isOpen(state)) return [];
  const asked = new Set(state.sources?.map(({ source }) => source));
  return sourcesOf(run, step)
    .filter(({ name }) => !asked.has(name))
    .map((source) => ({ step, source }));
}

/** Whether the step still has to be asked of a live source. */
export function isUnasked(run: Run, step: LiveStep): boolean {
  return listUnasked(run, step).length > 0;
}

/** `due` when what was asked for is there already, and has only to be collected. */
async function ask(run: Run, asked: Asked): Promise<Fault | 'due' | 'noted'> {
  const { document, held, createdAt, attempt } = run;
  const { step, source } = asked;
  const question = {
    doc: { kind: documentType(document), value: document },
    // An attempt before this one may have died between asking and noting the ticket.
    askedSince: held.attempt > 1 ? createdAt.toISOString() : null,
    signal: attempt.signal,
  };
  // One of another connector is from before a change of the settings.
  const ticket = run.tickets[step]?.find(({ connector }) => connector === source.name);
  const keep = (kept: Ticket): Promise<void> => {
    setTicket(run, asked, kept);
    return attempt.progress((tx) => saveAsking(tx, run));
  };
  const outcome = await (ticket === undefined
    ? source.start(question)
    : source.collect(ticket, question, keep));
  if (outcome.kind === 'failed') return outcome.fault;
  if (outcome.kind === 'pending' && run.ageSeconds > PENDING_PATIENCE_SECONDS) {
    giveUp(run, asked, 'TIMEOUT');
  } else if (outcome.kind === 'pending') {
    setTicket(run, asked, outcome.ticket);
    setStep(run, step, { status: 'PROCESSING' });
    if (ticket === undefined && outcome.checkAfterMs === 0) return 'due';
    waitAtLeast(run, outcome.checkAfterMs / 1000);
  } else {
    noteAnswer(run, asked, outcome.meta, outcome.kind === 'ready' ? outcome.value.count : 0);
  }
  return 'noted';
}

/**
 * `isAsked`: what came of it is worth writing down. `due`: sources whose answer is there already; their tickets are to be
 * written down first, since the question may have been paid for, and then they are asked again. `failed`: to be judged.
 */
export async function askLiveSources(
  run: Run,
  wanted: readonly Asked[] = [...listUnasked(run, 'cases'), ...listUnasked(run, 'protests')],
): Promise<{ isAsked: boolean; due: readonly Asked[]; failed: readonly Failed[] }> {
  const due: Asked[] = [];
  const failed: Failed[] = [];
  const asking = wanted.map((asked) =>
    tryStep(
      run,
      asked.step,
      async () => {
        const came = await ask(run, asked);
        if (came === 'due') due.push(asked);
        else if (came !== 'noted') failed.push({ asked, fault: came });
      },
      (fault) => failSource(run, asked, fault),
    ),
  );
  await Promise.all(asking);
  return { isAsked: asking.length > 0, due, failed };
}

// The source of the credit register is dead, slow, or lies: everybody is told their own figures or that it failed, whoever
// was charged for nothing gets it back, and nobody else notices.
import { setTimeout as sleep } from 'node:timers/promises';
import { SOMEBODY_ELSE } from '../../../sandbox/server/test-documents.ts';
import type { Mode } from '../../../sandbox/server/world.ts';
import { joinSeen, promise, readLines, searchLogs } from '../licences/acts.ts';
import { answerWith, breakAnswer, drip, neverAnswer } from '../licences/spoilt-answers.ts';
import type { Act, Form, Scenario, Seen } from '../scenario.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import { askAll, creditBytesOf, judgeAnswers, takeClients } from './acts.ts';

const MODES: readonly Mode[] = ['down', 'rate-limited', 'refusing'];
const FORMS: Record<Form, { eachMs: number; deadlineMs: number }> = {
  short: { eachMs: 2000, deadlineMs: 3000 },
  long: { eachMs: 60_000, deadlineMs: 20_000 },
};
/** A call is put again twice within its deadline; a question whose source is not left alone costs three such calls. */
const TRIES = 3;
/** For a busy machine. */
const SLACK_MS = 1000;
/** One in so many is spoilt, and of those every second one for good. */
const SPOILT_EVERY = 4;
/** Asked for one after the other while some wait; as many as are needed until nobody does. */
const LATER: Record<Form, number> = { short: 300, long: 3000 };
const INCIDENT = 'a source answered about another document than asked';

async function logsOf({ world }: Act, documents: readonly string[]): Promise<Seen> {
  return { figures: [], faults: await searchLogs(world, documents) };
}

async function breakDown(act: Act): Promise<Seen> {
  const { world, times, form } = act;
  const { sandbox, creditCalls } = world.register;
  const documents = takeClients(world, times);
  sandbox.behave('pluggy', { mode: MODES[0] ?? 'down' });
  const asking = askAll(act, documents);
  let beforeLast = 0;
  for (const mode of MODES) {
    beforeLast = creditCalls.length;
    sandbox.behave('pluggy', { mode });
    await sleep(FORMS[form].eachMs);
  }
  const inVain = creditCalls.length;
  sandbox.behave('pluggy', { mode: 'normal' });
  const answers = await asking;
  // A question whose connection was cut may have been charged, so it is given back and not put again by itself.
  const cut = new Set(creditCalls.slice(beforeLast, inVain).map(({ document }) => document));
  return joinSeen(
    promise(
      `${inVain} calls in ${(MODES.length * FORMS[form].eachMs) / 1000} s of outage`,
      inVain <= times * TRIES,
    ),
    judgeAnswers(world, answers, { documents: cut, isCertain: false }),
    await logsOf(act, documents),
  );
}

type Spoilt = { hopeless: readonly string[]; passing: readonly string[] };

/** Those that never get a right answer, and those that get it at the second call. */
function chooseSpoilt(documents: readonly string[]): Spoilt {
  const spoilt = documents.filter((_document, index) => index % SPOILT_EVERY === 0);
  return {
    hopeless: spoilt.filter((_document, index) => index % 2 === 0),
    passing: spoilt.filter((_document, index) => index % 2 === 1),
  };
}

async function hang(act: Act): Promise<Seen> {
  const { world, times, form } = act;
  const { register } = world;
  const { deadlineMs } = FORMS[form];
  const all = takeClients(world, times + LATER[form]);
  const documents = all.slice(0, times);
  const { hopeless, passing } = chooseSpoilt(documents);
  hopeless.forEach((document, index) =>
    register.doom(document, { spoil: index % 2 === 0 ? neverAnswer : drip, calls: Infinity }),
  );
  passing.forEach((document) => register.doom(document, { spoil: neverAnswer, calls: 1 }));
  const answers = await askAll(act, documents, all.slice(times));
  const longestMs = Math.max(0, ...register.heldMs);
  return joinSeen(
    promise(
      `${register.heldMs.length} calls hung, the longest for ${(longestMs / 1000).toFixed(1)} s (deadline ${deadlineMs / 1000} s)`,
      register.heldMs.length >= hopeless.length + passing.length && longestMs <= deadlineMs + SLACK_MS,
    ),
    judgeAnswers(world, answers, { documents: new Set(hopeless), isCertain: true }),
    await logsOf(act, all),
  );
}

async function tellLies(act: Act): Promise<Seen> {
  const { world, times } = act;
  const { register } = world;
  const documents = takeClients(world, times);
  const { hopeless, passing } = chooseSpoilt(documents);
  const other = answerWith(creditBytesOf(register.sandbox, SOMEBODY_ELSE.person));
  hopeless.forEach((document) => register.doom(document, { spoil: other, calls: Infinity }));
  passing.forEach((document, index) => {
    const ways = breakAnswer(creditBytesOf(register.sandbox, document));
    register.doom(document, { spoil: ways[index % ways.length] ?? other, calls: 1 });
  });
  const answers = await askAll(act, documents);
  const incidents = (await readLines(world)).filter(({ msg }) => msg === INCIDENT).length;
  const lies = register.creditCalls.filter(
    ({ isSpoilt, isAnswered, document }) => isSpoilt && isAnswered && hopeless.includes(document),
  ).length;
  return joinSeen(
    promise(
      `${lies} answers about somebody else, ${incidents} told as incidents`,
      lies > 0 && incidents >= lies,
    ),
    judgeAnswers(world, answers, { documents: new Set(hopeless), isCertain: true }),
    await logsOf(act, documents),
  );
}

const settings: Pick<Scenario, 'organizations' | 'workers' | 'env'> = {
  organizations: LOADED_ORGANIZATIONS,
  workers: () => ({ count: 1 }),
  env: (form) => ({
    FAROL_SOURCE_DEADLINE_MS: String(FORMS[form].deadlineMs),
    FAROL_SOURCE_PROBE_SECONDS: form === 'short' ? '1' : '30',
  }),
};

export const SCR_OUTAGE: Scenario = {
  ...settings,
  name: 'scr-outage',
  times: { short: 60, long: 1000 },
  run: breakDown,
};
export const SCR_SLOW: Scenario = {
  ...settings,
  name: 'scr-slow',
  times: { short: 24, long: 200 },
  run: hang,
};
export const SCR_LIES: Scenario = {
  ...settings,
  name: 'scr-lies',
  times: { short: 40, long: 400 },
  run: tellLies,
};

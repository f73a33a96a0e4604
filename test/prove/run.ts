// `npm run prove`: the long forms of all scenarios, one after the other. `-- --short` takes the short ones, `-- --only
// NAME` a single one, `-- --seed N` plays a run again, `-- --dir FOLDER` holds what is done and the journals, and
// `-- --keep` leaves the database and the logs. A run that was broken off goes on with what is left.
import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { onStopSignals } from '../../src/platform/supervisor/stop-signals.ts';
import { projectDir } from '../support/database.ts';
import { countFaults } from './checker.ts';
import { endAllChildren } from './children.ts';
import { readProgressFile, removeProgressFile, writeProgressFile } from './progress.ts';
import type { Progress } from './progress.ts';
import { prove } from './prove.ts';
import { buildTable, describeFaults, describeFigures } from './report.ts';
import type { Form, Scenario } from './scenario.ts';
import { getScenario, SCENARIOS } from './scenarios.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const STOPPED_EXIT_CODE = 130;
const say = (line: string): void => console.log(line);

type Wish = {
  scenarios: readonly Scenario[];
  form: Form;
  seed: number | null;
  folder: string;
  keep: boolean;
};

function readWish(): Wish {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      seed: { type: 'string' },
      dir: { type: 'string', default: join(projectDir, 'var', 'prove') },
    },
  });
  if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed)) {
    throw new Error('--seed takes a whole number below a billion.');
  }
  return {
    scenarios: values.only === undefined ? SCENARIOS : values.only.map(getScenario),
    form: values.short ? 'short' : 'long',
    seed: values.seed === undefined ? null : Number(values.seed),
    folder: resolve(values.dir),
    keep: values.keep,
  };
}

async function findProgress({ form, seed, folder }: Wish): Promise<Progress> {
  const earlier = await readProgressFile(folder);
  if (earlier?.form === form && (seed === null || seed === earlier.seed)) {
    return earlier;
  }
  return { form, seed: seed ?? randomInt(1_000_000_000), proofs: [] };
}

/** Ends everything at the first signal; what was under way fails meanwhile, and nobody needs to hear of it. */
function endOnSignals(opening: Promise<Stage>): { isStopping(): boolean; release(): void } {
  let isStopping = false;
  const close = async (): Promise<void> => {
    await endAllChildren();
    await (await opening).close();
  };
  const release = onStopSignals({
    stop: () => {
      isStopping = true;
      say('Stopping.');
      void close()
        .catch((error: unknown) => console.error(error))
        .finally(() => process.exit(STOPPED_EXIT_CODE));
    },
    force: () => process.exit(STOPPED_EXIT_CODE),
  });
  return { isStopping: () => isStopping, release };
}

async function proveAll(wish: Wish, progress: Progress, left: readonly Scenario[]): Promise<void> {
  const { form, folder, keep } = wish;
  const opening = openStage({ keep });
  const signals = endOnSignals(opening);
  const stage = await opening;
  if (keep) say(`The database and the logs stay in ${stage.folder}.`);
  try {
    for (const scenario of left) {
      const proof = await prove(stage.cluster, { scenario, form, seed: progress.seed, journalDir: folder });
      say(`${proof.name}: ${countFaults(proof.faults)} faults in ${proof.seconds.toFixed(1)} s`);
      progress.proofs = [...progress.proofs.filter(({ name }) => name !== proof.name), proof];
      await writeProgressFile(folder, progress);
    }
  } catch (error) {
    if (signals.isStopping()) await new Promise<never>(() => {});
    throw error;
  } finally {
    signals.release();
    await stage.close();
  }
}

async function run(wish: Wish): Promise<number> {
  const { scenarios, form, folder } = wish;
  await mkdir(folder, { recursive: true });
  const progress = await findProgress(wish);
  const isDone = (name: string): boolean =>
    progress.proofs.some((proof) => proof.name === name && countFaults(proof.faults) === 0);
  const left = scenarios.filter(({ name }) => !isDone(name));
  say(
    `Seed ${progress.seed}, ${form} forms: ${left.map(({ name }) => name).join(', ') || 'nothing is left'}.`,
  );
  if (left.length > 0) await proveAll(wish, progress, left);
  const proofs = progress.proofs.filter(({ name }) => scenarios.some((scenario) => scenario.name === name));
  say(`\n${buildTable(proofs)}`);
  proofs.flatMap(describeFigures).forEach(say);
  proofs.flatMap(describeFaults).forEach(say);
  if (SCENARIOS.every(({ name }) => isDone(name))) await removeProgressFile(folder);
  return proofs.some(({ faults }) => countFaults(faults) > 0) ? 1 : 0;
}

try {
  process.exitCode = await run(readWish());
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}

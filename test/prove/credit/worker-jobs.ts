// The credit register's jobs of a worker under test: the product's handler and connector with a bug around them.
import type { DatabaseSurroundings } from '../../../src/connect.ts';
import { openConnectors } from '../../../src/connectors.ts';
import { handleScrRun, SCR_JOB } from '../../../src/features/credit-register/index.ts';
import { createClock } from '../../../src/platform/clock.ts';
import { createKeyring, readKeyFile } from '../../../src/platform/crypto/keyring.ts';
import type { JobRegistry } from '../../../src/platform/jobs/registry.ts';
import { plantInTransaction } from '../planted-bugs.ts';
import type { PlantedBug } from '../planted-bugs.ts';
import { plantInScr } from './planted-bugs.ts';

/** Null where the product's own jobs are to run as they are. */
export function openCreditJobs(
  { config, log }: DatabaseSurroundings,
  bug: PlantedBug | null,
): JobRegistry | null {
  if (bug === null || !bug.startsWith('scr-')) return null;
  const clock = createClock(config.clockOffsetMs);
  const { scr } = openConnectors(config, { log, clock });
  const handled = handleScrRun({
    scr: scr === null ? null : plantInScr(scr, bug),
    keyring: createKeyring(readKeyFile(config.keyFile)),
    clock,
    // Given by the population of the sandbox.
    isConsentRequired: false,
  });
  const { onDead } = handled;
  return {
    jobs: [SCR_JOB],
    handlers: [
      {
        ...handled,
        run: (attempt) =>
          handled.run({
            ...attempt,
            settle: (write) => attempt.settle((tx) => write(plantInTransaction(tx, bug))),
          }),
        onDead: (tx, letter) => onDead(plantInTransaction(tx, bug), letter),
      },
    ],
  };
}

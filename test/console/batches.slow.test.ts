// Batches, the files of an analysis, what sources say differently and the marks of events, as people use them: the whole
// product as real processes with two played sources of lawsuits, and a real browser in every look.
import { startSandboxServer } from '../../sandbox/server/server.ts';
import { sandboxWorld, settingsForSandbox } from '../support/sandbox.ts';
import { batchJourney } from './batch-journey.ts';
import { playJourney, playLooks } from './journey.ts';
import { setStage } from './stage.ts';
import type { Stage } from './stage.ts';

async function setStageOfTwo(): Promise<Stage> {
  const sandbox = await startSandboxServer(sandboxWorld(), 0);
  const stage = await setStage({
    ...settingsForSandbox(sandbox.url, 'pluggy'),
    FAROL_LAWSUITS_SOURCE: 'judit,escavador',
  });
  return {
    ...stage,
    close: async () => {
      await stage.close();
      await sandbox.close();
    },
  };
}

// Nobody asks again for a file that a busy server has refused, so it is not kept busy by four.
playLooks({ name: 'batches in a browser', atOnce: 2, open: setStageOfTwo }, (scene) =>
  playJourney(scene, batchJourney),
);

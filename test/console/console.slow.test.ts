// The console as people use it: the whole product as real processes, a real browser, both languages, light and dark, desk and
// phone. The looks go on side by side, each through all journeys; pictures of every page are kept in var/screenshots.
import { after, before, describe } from 'node:test';
import { LOOKS, withoutBrowser } from '../support/console.ts';
import { playAccountJourney } from './account-journey.ts';
import { playFirstJourney } from './first-journey.ts';
import { callMeeting } from './meeting.ts';
import { moveTime, playMonitoringJourney } from './monitoring-journey.ts';
import { playOperatorJourney } from './operator-journey.ts';
import { setStage } from './stage.ts';
import type { Scene, Stage } from './stage.ts';
import { playWays } from './ways.ts';

describe('the console in a browser', { skip: withoutBrowser, concurrency: LOOKS.length }, () => {
  let stage: Stage;
  const timeMoves = callMeeting(LOOKS.length, () => moveTime(stage.product));
  before(async () => {
    stage = await setStage();
  });
  after(() => stage.close());

  LOOKS.forEach((look, turn) => {
    describe(`${look.language}, ${look.scheme}, ${look.width} px`, { concurrency: 1 }, () => {
      const scene: Scene = {
        look,
        turn,
        stage: () => stage,
        organizationId: () => stage.organizations[turn] ?? 0,
      };
      playFirstJourney(scene);
      playMonitoringJourney(scene, timeMoves);
      playAccountJourney(scene);
      playOperatorJourney(scene);
      playWays(scene);
    });
  });
});

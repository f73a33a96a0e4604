// The console as people use it: the whole product as real processes, a real browser, both languages, light and dark, desk and
// phone. The looks go on side by side, each through all journeys; pictures of every page are kept in var/screenshots.
import { after, before, describe } from 'node:test';
import { LOOKS, withoutBrowser } from '../support/console.ts';
import { accountJourney } from './account-journey.ts';
import { firstJourney } from './first-journey.ts';
import { playJourney } from './journey.ts';
import { callMeeting } from './meeting.ts';
import { monitoringJourney } from './monitoring-journey.ts';
import { operatorJourney } from './operator-journey.ts';
import { radarsJourney } from './radars-journey.ts';
import { setStage } from './stage.ts';
import type { Scene, Stage } from './stage.ts';
import { moveTime } from './watched.ts';
import { keyboardJourney, waysJourney } from './ways.ts';

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
        timeMoves,
      };
      playJourney(scene, firstJourney);
      playJourney(scene, radarsJourney);
      playJourney(scene, monitoringJourney);
      playJourney(scene, accountJourney);
      playJourney(scene, operatorJourney);
      // Each width once.
      if (look.language === 'pt-BR') {
        playJourney(scene, waysJourney);
        playJourney(scene, keyboardJourney);
      }
    });
  });
});

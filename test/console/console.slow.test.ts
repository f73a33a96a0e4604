// The console as people use it: the whole product as real processes, a real browser, both languages, light and dark, desk and
// phone. The looks go on side by side, each through all journeys; pictures of every page are kept in var/screenshots.
import { accountJourney } from './account-journey.ts';
import { firstJourney } from './first-journey.ts';
import { playJourney, playLooks } from './journey.ts';
import { monitoringJourney } from './monitoring-journey.ts';
import { operatorJourney } from './operator-journey.ts';
import { radarsJourney } from './radars-journey.ts';
import { setStage } from './stage.ts';
import { keyboardJourney, waysJourney } from './ways.ts';

playLooks({ name: 'the console in a browser', atOnce: 4, open: () => setStage() }, (scene) => {
  playJourney(scene, firstJourney);
  playJourney(scene, radarsJourney);
  playJourney(scene, monitoringJourney);
  playJourney(scene, accountJourney);
  playJourney(scene, operatorJourney);
  // Each width once, and without any words; where axe judges nothing, so that no look has to wait long for another.
  if (scene.look.language === 'en') {
    playJourney(scene, waysJourney);
    playJourney(scene, keyboardJourney);
  }
});

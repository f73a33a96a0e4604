// A journey is a list of steps, played one after the other in one look; and all looks of what is played.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { LOOKS, withoutBrowser } from '../support/console.ts';
import type { Console, Look } from '../support/console.ts';
import { logIn, openScene } from './stage.ts';
import type { Scene, Stage } from './stage.ts';

type InBoth = Readonly<Record<Look['language'], object>>;

export type Play<W extends InBoth> = {
  scene: Scene;
  opened: Console;
  page: Page;
  words: W[Look['language']];
  /** What one step leaves for another. */
  notes: Map<string, string>;
};

export type Journey<W extends InBoth> = {
  name: string;
  words: W;
  /** Whether somebody is logged in when it begins. */
  isLoggedIn: boolean;
  steps: readonly (readonly [name: string, act: (play: Play<W>) => Promise<void>])[];
  /** What the browser may complain of. */
  expected?: RegExp;
  onEnd?: (scene: Scene) => void;
};

export function playJourney<W extends InBoth>(scene: Scene, journey: Journey<W>): void {
  describe(journey.name, { concurrency: 1 }, () => {
    const words = journey.words[scene.look.language];
    const notes = new Map<string, string>();
    let opened: Console;
    before(async () => {
      opened = await openScene(scene);
      if (journey.isLoggedIn) await logIn(scene, opened);
    });
    after(async () => {
      journey.onEnd?.(scene);
      await opened.close();
    });
    for (const [name, act] of journey.steps) {
      it(name, () => act({ scene, opened, page: opened.page, words, notes }));
    }
    it('gave the browser nothing to complain of', () => {
      const { expected } = journey;
      assert.deepEqual(
        opened.complaints.filter((complaint) => expected === undefined || !expected.test(complaint)),
        [],
      );
    });
  });
}

type Looks = {
  name: string;
  /** How many looks go on side by side. */
  atOnce: number;
  /** The stage that they share. */
  open: () => Promise<Stage>;
};

/** Every look through all that is played in it. */
export function playLooks({ name, atOnce, open }: Looks, play: (scene: Scene) => void): void {
  describe(name, { skip: withoutBrowser, concurrency: atOnce }, () => {
    let stage: Stage;
    before(async () => {
      stage = await open();
    });
    after(() => stage.close());
    LOOKS.forEach((look, turn) => {
      describe(`${look.language}, ${look.scheme}, ${look.width} px`, { concurrency: 1 }, () => {
        play({ look, turn, stage: () => stage, organizationId: () => stage.organizations[turn] ?? 0 });
      });
    });
  });
}

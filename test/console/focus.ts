// A walk through a page by the Tab key, from its top until it comes round.
import type { Page } from 'playwright-core';

export type Walk = {
  /** What can be seen and acted on, and was never reached. */
  missed: string[];
  /** What had the focus out of sight. */
  hidden: string[];
  /** What looks the same with the focus as without. */
  unmarked: string[];
  steps: number;
};

type Step = { name: string; isEnd: boolean; isHidden: boolean; isUnmarked: boolean };

const MOST_STEPS = 150;

/** In the page: what the walk needs to know of it. Radios are one stop together, and what is behind a menu is none. */
const PREPARE = `(() => {
  const nameOf = (element) =>
    element.tagName.toLowerCase() + ' ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
  const signOf = (element) => [element, element.parentElement, element.nextElementSibling, element.previousElementSibling]
    .filter((each) => each !== null)
    .map((each) => {
      const { outlineStyle, outlineWidth, boxShadow, borderTopColor, backgroundColor } = getComputedStyle(each);
      return [outlineStyle === 'none' ? '' : outlineStyle + outlineWidth, boxShadow, borderTopColor, backgroundColor].join();
    })
    .join(';');
  const stops = [...document.querySelectorAll('a[href], button:enabled, select:enabled, textarea:enabled, input:enabled:not([type="radio"]):not([type="hidden"])')]
    .filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }));
  window.farolWalk = { nameOf, signOf, stops, seen: new Set() };
  document.activeElement?.blur();
  window.scrollTo(0, 0);
})()`;

/** A thing of one pixel stands for its label, so it is the label that has to be in sight. */
const STEP = `(async () => {
  const { nameOf, signOf, seen } = window.farolWalk;
  const element = document.activeElement;
  if (element === document.body || element === null || seen.has(element)) return { name: '', isEnd: true };
  seen.add(element);
  const frames = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  await frames();
  const marked = signOf(element);
  let shown = element;
  while (shown.parentElement !== null && shown.getBoundingClientRect().width < 4) shown = shown.parentElement;
  const box = shown.getBoundingClientRect();
  const isHidden = box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth ||
    !shown.checkVisibility({ visibilityProperty: true });
  element.blur();
  await frames();
  const isUnmarked = signOf(element) === marked;
  element.focus({ preventScroll: true });
  return { name: nameOf(element), isEnd: false, isHidden, isUnmarked };
})()`;

const MISSED = `window.farolWalk.stops
  .filter((element) => element.isConnected && !window.farolWalk.seen.has(element))
  .map(window.farolWalk.nameOf)`;

export async function walkByTab(page: Page): Promise<Walk> {
  await page.evaluate(PREPARE);
  const steps: Step[] = [];
  while (steps.length < MOST_STEPS) {
    await page.keyboard.press('Tab');
    const step = await page.evaluate<Step>(STEP);
    if (step.isEnd) break;
    steps.push(step);
  }
  return {
    missed: await page.evaluate<string[]>(MISSED),
    hidden: steps.filter(({ isHidden }) => isHidden).map(({ name }) => name),
    unmarked: steps.filter(({ isUnmarked }) => isUnmarked).map(({ name }) => name),
    steps: steps.length,
  };
}

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface WalkResult {
  /** Focusable elements that Tab didn't reach. */
  missed: string[];
  /** Focused elements without a visible focus indicator. */
  unmarked: string[];
  /** Number of elements reached. */
  count: number;
}

/** More than any of our pages has. */
const MAX_STEPS = 400;
/** Slower walks of a page whose controls weren't all reached by the first one: on a busy machine a control may appear late. */
const SLOW_WALKS = 4;

/**
 * Presses Tab from the start of the page to its end.
 * @param waits lets the page paint after each step, so that it has shown what scrolling shows
 */
const walkOnce = async (page: Page, { waits }: { waits: boolean }): Promise<void> => {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
    (window as unknown as { walk: { round: Set<Element> } }).walk.round = new Set();
  });
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const hasNext = await page.evaluate(() => {
      const { walk } = window as unknown as {
        walk: { round: Set<Element>; reached: Set<Element>; unmarked: Set<Element>; last?: Element };
      };
      const element = document.activeElement;
      if (!element || element === document.body) return false;
      // A date input has a stop for day, month and year.
      if (walk.round.has(element)) return element === walk.last;
      walk.round.add(element);
      walk.reached.add(element);
      walk.last = element;
      // An outline on it, or on its visual proxy: the pill around a field, the card around a radio, the frame around an editor.
      const around = [element, element.nextElementSibling];
      for (let outer = element.parentElement; outer && around.length < 7; outer = outer.parentElement) around.push(outer);
      const marked = around.some((candidate, place) => {
        if (!candidate) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || (place < 4 && boxShadow !== 'none');
      });
      if (!marked) walk.unmarked.add(element);
      return true;
    });
    if (!hasNext) return;
    if (waits) await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
};

const countMissed = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { walk } = window as unknown as { walk: { reached: Set<Element>; wanted: () => Element[] } };
    return walk.wanted().filter((element) => !walk.reached.has(element)).length;
  });

/**
 * Walks a page by Tab from start to end: every focusable control receives the focus, shows it, and releases it
 * again. Uses the browser's own Tab, so nothing is assumed about the order. A control that appeared behind the focus (what scrolling
 * shows) must be reached by a slower walk.
 */
export const walkByKeyboard = async (page: Page, name: string): Promise<void> => {
  await page.evaluate(() => {
    const known = window as unknown as { walk: { reached: Set<Element>; unmarked: Set<Element>; wanted: () => Element[] } };
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && !element.closest('[inert]');
    known.walk = {
      reached: new Set(),
      unmarked: new Set(),
      wanted: () =>
        [
          ...document.querySelectorAll<HTMLElement>(
            'a[href], button, input, select, textarea, [tabindex], summary, [contenteditable="true"]',
          ),
        ].filter((element) => {
          if (element.tabIndex < 0 || (element as HTMLInputElement).disabled || !isShown(element)) return false;
          if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
          // Tab reaches one radio of a group; arrows reach the others.
          const group = [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${CSS.escape(element.name)}"]`)];
          return element.checked || (!group.some(({ checked }) => checked) && group[0] === element);
        }),
    };
  });
  await walkOnce(page, { waits: false });
  for (let walks = 0; walks < SLOW_WALKS && (await countMissed(page)) > 0; walks += 1) await walkOnce(page, { waits: true });
  const walked = await page.evaluate((): WalkResult => {
    const { walk } = window as unknown as { walk: { reached: Set<Element>; unmarked: Set<Element>; wanted: () => Element[] } };
    const show = (element: Element): string => element.outerHTML.slice(0, 140);
    return {
      missed: walk
        .wanted()
        .filter((element) => !walk.reached.has(element))
        .map(show),
      unmarked: [...walk.unmarked].map(show),
      count: walk.reached.size,
    };
  });
  expect(walked, `by keyboard: ${name}`).toEqual({ missed: [], unmarked: [], count: expect.any(Number) as number });
};

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Walked {
  /** What Tab should have reached and didn't. */
  missed: string[];
  /** What had the focus and showed nothing of it. */
  unmarked: string[];
  /** How many were reached. */
  count: number;
}

/** More than any page of ours has. */
const MAX_STEPS = 400;

/**
 * Walks a page by Tab alone, from its beginning to its end: each control that can have the focus gets it, shows it, and lets go of it
 * again. Runs as the browser's own Tab, so nothing is assumed about the order.
 */
export const walkByKeyboard = async (page: Page, name: string): Promise<void> => {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
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
          // Of a group of radios Tab reaches one; arrows walk the others.
          const group = [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${CSS.escape(element.name)}"]`)];
          return element.checked || (!group.some(({ checked }) => checked) && group[0] === element);
        }),
    };
  });
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const goesOn = await page.evaluate(() => {
      const { walk } = window as unknown as { walk: { reached: Set<Element>; unmarked: Set<Element>; last?: Element } };
      const element = document.activeElement;
      if (!element || element === document.body) return false;
      // A date has a stop for its day, its month and its year.
      if (walk.reached.has(element)) return element === walk.last;
      walk.reached.add(element);
      walk.last = element;
      // A ring round it, or round what stands for it: the pill round a field, the card round a radio, the frame round an editor.
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
    if (!goesOn) break;
  }
  const walked = await page.evaluate((): Walked => {
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

import type { CDPSession, Locator, Page } from 'playwright-core';
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
/** Presses of Tab between two looks at the page. */
const STRIDE = 10;
/** The browser's own Tab, as a keyboard sends it. */
const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
/** Slower walks of a page whose controls weren't all reached by the first one: on a busy machine a control may appear late. */
const SLOW_WALKS = 4;

/** State of a walk, kept in the page. */
interface Walk {
  reached: Set<Element>;
  unmarked: Set<Element>;
  /** Reached in this round. */
  round: Set<Element>;
  /** The focus came to the start of the page again. */
  isOver: boolean;
  /** What Tab has to reach. */
  wanted: () => Element[];
}
type Walked = typeof globalThis & { walk: Walk };

/** Presses Tab so many times: sent without waiting for each one to be handled, which takes as long as a frame. */
const pressTab = async (keys: CDPSession, times: number): Promise<void> => {
  const sent = Array.from({ length: times }, () => [
    keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...TAB }),
    keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...TAB }),
  ]);
  await Promise.all(sent.flat());
};

/**
 * Presses Tab from the start of the page to its end.
 * @param waits lets the page paint after each step, so that it has shown what scrolling shows
 */
const walkOnce = async (page: Page, keys: CDPSession, { waits }: { waits: boolean }): Promise<void> => {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
    Object.assign((globalThis as Walked).walk, { round: new Set(), isOver: false });
  });
  const stride = waits ? 1 : STRIDE;
  for (let step = 0; step < MAX_STEPS; step += stride) {
    await pressTab(keys, stride);
    if (waits) await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const isOver = await page.evaluate(() => {
      const focused = document.activeElement;
      return (globalThis as Walked).walk.isOver || !focused || focused === document.body;
    });
    if (isOver) return;
  }
};

/** Records what receives the focus. */
const watchFocus = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && !element.closest('[inert]');
    const walk: Walk = {
      reached: new Set(),
      unmarked: new Set(),
      round: new Set(),
      isOver: false,
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
    /** An outline on it, or on its visual proxy: the pill around a field, the card around a radio, the frame around an editor. */
    const isMarked = (element: Element): boolean => {
      const around = [element, element.nextElementSibling];
      for (let outer = element.parentElement; outer && around.length < 7; outer = outer.parentElement) around.push(outer);
      return around.some((candidate, place) => {
        if (!candidate) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || (place < 4 && boxShadow !== 'none');
      });
    };
    (globalThis as Walked).walk = walk;
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element) || target === document.body) return;
      walk.isOver ||= walk.round.has(target);
      if (walk.isOver) return;
      walk.round.add(target);
      walk.reached.add(target);
      if (!isMarked(target)) walk.unmarked.add(target);
    });
  });

/** What the walks so far reached of what the page shows now. */
const look = (page: Page): Promise<WalkResult> =>
  page.evaluate(() => {
    const { walk } = globalThis as Walked;
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

/**
 * Walks a page by Tab from start to end: every focusable control receives the focus, shows it, and releases it
 * again. Uses the browser's own Tab, so nothing is assumed about the order. A control that appeared behind the focus (what scrolling
 * shows) must be reached by a slower walk.
 */
export const walkByKeyboard = async (page: Page, name: string): Promise<void> => {
  await watchFocus(page);
  const keys = await page.context().newCDPSession(page);
  await walkOnce(page, keys, { waits: false });
  // What decides that no slower walk is needed is the result: a control that scrolling shows later on wasn't there to be reached.
  let walked = await look(page);
  for (let walks = 0; walks < SLOW_WALKS && walked.missed.length > 0; walks += 1) {
    await walkOnce(page, keys, { waits: true });
    walked = await look(page);
  }
  await keys.detach();
  // The walk may end on the skip link, which covers what is below it while it has the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  expect(walked, `by keyboard: ${name}`).toEqual({ missed: [], unmarked: [], count: expect.any(Number) as number });
};

const MAX_TABS = 150;
/** Presses Tab until something has the focus. */
const tabTo = async (target: Locator): Promise<void> => {
  await target.waitFor();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}`);
};
/** Presses a key on what Tab reaches. */
export const press = async (target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(target);
  await target.page().keyboard.press(key);
};
/** Replaces the text of a field that Tab reaches. */
export const type = async (target: Locator, text: string): Promise<void> => {
  await tabTo(target);
  await target.page().keyboard.press('ControlOrMeta+a');
  await target.page().keyboard.type(text);
};

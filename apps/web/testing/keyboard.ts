import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

/** More focusable elements than any widget has. */
const MAX_TABS = 60;

/** Presses Tab until the element has the focus, and fails when Tab doesn't reach it. */
export const tabTo = async (target: Locator): Promise<void> => {
  const element = await target.findElement();
  for (let tabs = 0; tabs < MAX_TABS && document.activeElement !== element; tabs += 1) await userEvent.tab();
  expect(document.activeElement).toBe(element);
};

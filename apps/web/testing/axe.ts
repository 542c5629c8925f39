import axe from 'axe-core';
import { expect } from 'vitest';

/** Waits, for five seconds at most, until finite animations have ended: an element that fades has a contrast of its own. */
const animationsEnded = async (): Promise<void> => {
  const isMoving = (): boolean =>
    document
      .getAnimations()
      .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  for (const until = performance.now() + 5000; isMoving() && performance.now() < until; ) await new Promise(requestAnimationFrame);
};

/** Fails when axe finds a violation of WCAG 2.2 AA in the document. */
export const expectAccessible = async (): Promise<void> => {
  await animationsEnded();
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  });
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`,
    ),
  ).toEqual([]);
};

import { type TouchEvent, useRef } from 'react';

/** Distance of a finger that counts as a swipe, in pixels. */
const SWIPED = 56;
/** The element follows the finger no further. */
const FARTHEST = 72;
/** Movement before it is known whether the page is scrolled instead. */
const SLACK = 8;

/**
 * Touch handlers of an element that is swiped to the right: it follows the finger and returns.
 * @param onSwipe undefined when there is nothing to do
 */
export const useSwipe = (onSwipe: (() => void) | undefined) => {
  const from = useRef<{ x: number; y: number; isSwipe: boolean } | null>(null);
  const move = (element: HTMLElement, by: number) => {
    element.style.transform = by > 0 ? `translateX(${by}px)` : '';
    element.style.transition = by > 0 ? 'none' : 'transform 160ms ease-out';
  };
  if (!onSwipe) return {};
  return {
    onTouchStart: ({ touches }: TouchEvent<HTMLElement>) => {
      const finger = touches[0];
      from.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY, isSwipe: false } : null;
    },
    onTouchMove: ({ touches, currentTarget }: TouchEvent<HTMLElement>) => {
      const finger = touches[0];
      const start = from.current;
      if (!start || !finger) return;
      const [right, down] = [finger.clientX - start.x, finger.clientY - start.y];
      if (!start.isSwipe && Math.abs(down) > SLACK && Math.abs(down) > Math.abs(right)) {
        from.current = null;
        return;
      }
      start.isSwipe ||= right > SLACK;
      if (start.isSwipe) move(currentTarget, Math.min(FARTHEST, Math.max(0, right - SLACK)));
    },
    onTouchEnd: ({ changedTouches, currentTarget }: TouchEvent<HTMLElement>) => {
      const finger = changedTouches[0];
      const start = from.current;
      from.current = null;
      move(currentTarget, 0);
      if (start?.isSwipe && finger && finger.clientX - start.x >= SWIPED) onSwipe();
    },
    onTouchCancel: ({ currentTarget }: TouchEvent<HTMLElement>) => {
      from.current = null;
      move(currentTarget, 0);
    },
  };
};

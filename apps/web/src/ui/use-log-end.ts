import { type UIEvent, useCallback, useEffect, useRef } from 'react';

/**
 * Keeps a log of messages at its end while new ones come, unless the reader scrolled up.
 *
 * @param near distance from the end that counts as being at the end, in pixels
 * @param onEnd runs when the end is reached by scrolling
 */
export const useLogEnd = (near: number, onEnd: () => void) => {
  const log = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const heldHeight = useRef<number | null>(null);
  const toEnd = useCallback(() => {
    const element = log.current;
    if (element) element.scrollTop = element.scrollHeight;
    atEnd.current = true;
  }, []);
  // Keeps the end in view when a keyboard opens or the window is resized.
  useEffect(() => {
    const element = log.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return {
    log,
    atEnd,
    toEnd,
    /** The reader stays where they are, also when messages are added below. */
    leave: useCallback(() => {
      atEnd.current = false;
    }, []),
    /** Before earlier messages are added above: what is read stays in place. */
    hold: useCallback(() => {
      heldHeight.current = log.current?.scrollHeight ?? null;
    }, []),
    /** In a layout effect after messages were added. @returns true if new ones came below what is read */
    settle: useCallback((): boolean => {
      const element = log.current;
      if (!element) return false;
      if (heldHeight.current !== null) {
        element.scrollTop += element.scrollHeight - heldHeight.current;
        heldHeight.current = null;
        return false;
      }
      if (atEnd.current) element.scrollTop = element.scrollHeight;
      return !atEnd.current;
    }, []),
    onScroll: (event: UIEvent<HTMLDivElement>) => {
      const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
      atEnd.current = scrollHeight - scrollTop - clientHeight < near;
      if (atEnd.current) onEnd();
    },
  };
};

import { isId } from '@stagedoor/contract/ids.values';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** How long the message that a conversation was opened at is marked, in milliseconds. */
const MARKED_MS = 2600;

const MESSAGE = 'message';

/** The message that the address opens a conversation at; null without one. */
export const useOpenedMessage = (): { messageId: string | null; forget: () => void } => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(MESSAGE);
  return {
    messageId: asked !== null && isId(asked) ? asked : null,
    /** Takes it from the address: a reload opens the conversation at its end. */
    forget: () => {
      if (asked === null) return;
      const rest = new URLSearchParams(search);
      rest.delete(MESSAGE);
      setSearch(rest, { replace: true, preventScrollReset: true });
    },
  };
};

/**
 * Scrolls a log to a message as soon as it is there, once, and marks it for a moment.
 * @param onShow runs before it is scrolled to
 * @returns the marked message
 */
export const useScrollToMessage = (
  log: RefObject<HTMLElement | null>,
  messageId: string | null,
  isThere: boolean,
  onShow: () => void,
): string | null => {
  const [marked, setMarked] = useState<string | null>(null);
  const [scrolledTo, setScrolledTo] = useState<string | null>(null);
  // Without one in the address the same can be opened again.
  if (messageId === null && scrolledTo !== null) setScrolledTo(null);
  const isDue = isThere && messageId !== null && messageId !== scrolledTo;
  useLayoutEffect(() => {
    if (!isDue) return;
    onShow();
    log.current?.querySelector(`[data-message="${messageId}"]`)?.scrollIntoView({ block: 'center' });
    setMarked(messageId);
    setScrolledTo(messageId);
  }, [isDue, messageId, log, onShow]);
  useEffect(() => {
    if (marked === null) return undefined;
    const timer = setTimeout(() => setMarked(null), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);
  return marked;
};

import { useEffect, useRef } from 'react';

/**
 * Makes the browser's back close an open sheet before it leaves the page. Each open sheet pushes a
 * history entry at the router's index; the pop that removes it is intercepted before the
 * router sees it, so that no page is loaded again.
 */
const open: { close: () => void }[] = [];
let swallow = 0;
let listening = false;

const onPop = (event: PopStateEvent): void => {
  if (swallow > 0) {
    swallow -= 1;
    event.stopImmediatePropagation();
    return;
  }
  const top = open.pop();
  if (!top) return;
  event.stopImmediatePropagation();
  top.close();
};

/** Must run before the router starts listening: in entry.client. */
export const listenForSheets = (): void => {
  if (listening) return;
  listening = true;
  window.addEventListener('popstate', onPop, { capture: true });
};

/** While `opened`, back only calls `close`. */
export const useCloseOnBack = (opened: boolean, close: () => void): void => {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!opened) return undefined;
    const entry = { close: () => latest.current() };
    const address = location.href;
    open.push(entry);
    history.pushState({ ...history.state, sheet: open.length }, '');
    return () => {
      const index = open.indexOf(entry);
      // Closed by back: the entry is gone already. Closed by navigation: it stays below the new page.
      if (index < 0) return;
      open.splice(index, 1);
      if (location.href !== address || !history.state?.sheet) return;
      swallow += 1;
      history.back();
    };
  }, [opened]);
};

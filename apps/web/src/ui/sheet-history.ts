import { useEffect, useRef } from 'react';
import { takePops } from './sheet-pops.ts';

/**
 * Makes the browser's back close an open sheet before it leaves the page. Each open sheet has a history entry at the router's index; the pop
 * that removes it is intercepted before the router sees it, so that no page is loaded again.
 */
const open: { close: () => void }[] = [];
/** The entries above the page's, and the address that they have. */
let entries = 0;
let address = '';
/** Closed sheets' entries are being removed: the browser does that some time after it is asked to. */
let isRemoving = false;
const held: (() => void)[] = [];
let isPlanned = false;

/**
 * Holds the navigations that follow until the closed sheets' entries are gone: the browser would undo a replaced address by going back to the
 * entry below, and the router wouldn't hear of it.
 */
const holdNavigations = (): void => {
  for (const name of ['pushState', 'replaceState'] as const)
    history[name] = (...args) => void held.push(() => History.prototype[name].apply(history, args));
};

const releaseNavigations = (): void => {
  for (const name of ['pushState', 'replaceState'] as const) Reflect.deleteProperty(history, name);
  for (const navigate of held.splice(0)) navigate();
};

/** Gives the history as many entries as sheets are open. */
const settle = (): void => {
  isPlanned = false;
  if (isRemoving) return;
  // The entries of sheets that a navigation closed stay below the new page.
  if (entries > 0 && (location.href !== address || !history.state?.sheet)) entries = 0;
  if (entries > open.length) {
    isRemoving = true;
    holdNavigations();
    history.go(open.length - entries);
    entries = open.length;
  }
  while (entries < open.length) {
    entries += 1;
    address = location.href;
    history.pushState({ ...history.state, sheet: entries }, '');
  }
};

/** A sheet that takes the place of another in the same moment takes its entry, too. */
const plan = (): void => {
  if (isPlanned) return;
  isPlanned = true;
  queueMicrotask(settle);
};

const onPop = (event: PopStateEvent): void => {
  if (isRemoving) {
    isRemoving = false;
    releaseNavigations();
    event.stopImmediatePropagation();
    plan();
    return;
  }
  const top = open.pop();
  if (!top) return;
  event.stopImmediatePropagation();
  entries = Math.max(0, entries - 1);
  top.close();
};

takePops(onPop);

/** While `opened`, back only calls `close`. */
export const useCloseOnBack = (opened: boolean, close: () => void): void => {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!opened) return undefined;
    const entry = { close: () => latest.current() };
    open.push(entry);
    plan();
    return () => {
      const index = open.indexOf(entry);
      // Closed by back: the entry is gone already.
      if (index < 0) return;
      open.splice(index, 1);
      plan();
    };
  }, [opened]);
};

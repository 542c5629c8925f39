import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { prepareMenus } from './Menu.tsx';
import { prepareToasts } from './toast.tsx';

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  /** Heading; a node for sheets with their own heading, then with `label`. */
  title?: ReactNode;
  /** Accessible name when there is no title. */
  label?: string;
  /** Maximum width on desktop, in pixels. */
  width?: number;
  /** Fixed at the lower edge while the rest scrolls: the ticket. */
  foot?: ReactNode;
  /** While a payment is pending: neither a click outside, Escape nor back closes it. */
  locked?: boolean;
  /** Back closes it, by an entry of its own in the history; not for a question about a navigation. Default true. */
  hasHistoryEntry?: boolean;
  children: ReactNode;
}

const load = () => import('./SheetView.tsx');
const SheetView = lazy(load);
/** Events that show the page is being used. */
const USER_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Preloads the code of sheets, menus and toasts at the first user event, so that the first one opens at once; a page without interaction
 * never loads it.
 */
export const usePreparedOverlays = (): void => {
  useEffect(() => {
    const signs = new AbortController();
    const prepare = () => {
      signs.abort();
      void load().catch(() => undefined);
      prepareMenus();
      prepareToasts();
    };
    for (const sign of USER_EVENTS) window.addEventListener(sign, prepare, { passive: true, capture: true, signal: signs.signal });
    return () => signs.abort();
  }, []);
};

/** A dialog: slides up on a phone, centred on a desktop; Escape and back close it first. Its code is loaded on first use. */
export const Sheet = (props: SheetProps) => {
  const [isLoaded, setIsLoaded] = useState(props.opened);
  useEffect(() => {
    if (props.opened) setIsLoaded(true);
  }, [props.opened]);
  return isLoaded ? (
    <Suspense>
      <SheetView {...props} />
    </Suspense>
  ) : null;
};

import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { prepareMenus } from './Menu.tsx';
import { prepareToasts } from './toast.tsx';

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  /** Its heading; a node for sheets that draw their own, then with `label`. */
  title?: ReactNode;
  /** Spoken name when there is no title. */
  label?: string;
  /** Widest on desktop, in pixels. */
  width?: number;
  /** Stays at the lower edge while the rest scrolls: the ticket. */
  foot?: ReactNode;
  /** While money moves: neither press beside it, Escape nor back closes it. */
  locked?: boolean;
  children: ReactNode;
}

const load = () => import('./SheetView.tsx');
const SheetView = lazy(load);
/** What tells that somebody is there. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Fetches the code of sheets, menus and toasts at the first sign of somebody, so that the first one opens at once: a page that is only looked at
 * does without.
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
    for (const sign of SIGNS) window.addEventListener(sign, prepare, { passive: true, capture: true, signal: signs.signal });
    return () => signs.abort();
  }, []);
};

/** Rises from below on a phone, stands in the middle on a desktop; Escape and back close it first. Its code comes with the first one. */
export const Sheet = (props: SheetProps) => {
  const [asked, setAsked] = useState(props.opened);
  useEffect(() => {
    if (props.opened) setAsked(true);
  }, [props.opened]);
  return asked ? (
    <Suspense>
      <SheetView {...props} />
    </Suspense>
  ) : null;
};

import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

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
/** How long after the page has come its code is fetched, unless a sheet is opened before, in milliseconds. */
const QUIET_MS = 3000;

/** Fetches the code of sheets while nothing else is going on, so that the first one opens at once. */
export const usePreparedSheets = (): void => {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), QUIET_MS);
    return () => clearTimeout(timer);
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

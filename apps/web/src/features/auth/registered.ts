import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** The state that a registration hands to the log-in page. */
export interface Registered {
  /** `isApplication`: a performer's, whose documents are reviewed next. */
  registered: { username: string; email: string; isApplication?: boolean };
}

const neverChanges = () => () => undefined;

/** What the history entry says of a registration just made, if anything. It outlives a reload, and no server knows of it: read after hydration. */
export const useRegistered = (): Registered['registered'] | undefined => {
  const { registered }: Partial<Registered> = useLocation().state ?? {};
  return useSyncExternalStore(
    neverChanges,
    () => registered,
    () => undefined,
  );
};

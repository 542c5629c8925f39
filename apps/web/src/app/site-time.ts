import { useEffect, useState } from 'react';
import { useBoot } from './boot.tsx';

/**
 * The site's time in milliseconds, used for deadlines and periods: real time, or ahead of it where operators moved the
 * clock of a sandbox. As of page load, or refreshed at the given interval in milliseconds.
 */
export const useSiteTime = (everyMs?: number): number => {
  const { clockAheadMs } = useBoot();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + clockAheadMs;
};

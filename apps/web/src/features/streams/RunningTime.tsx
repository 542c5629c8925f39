import { useEffect, useState } from 'react';
import { useFormat } from '../../ui/format.tsx';

/** Time on air as a clock, which stands still while there is no picture; server and browser may differ by a second. */
export const RunningTime = ({ since, until }: { since: string; until?: string | null }) => {
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time role="timer" suppressHydrationWarning style={{ fontVariantNumeric: 'tabular-nums' }}>
      {format.clock(Math.max(0, (until ? new Date(until).getTime() : now) - new Date(since).getTime()) / 1000)}
    </time>
  );
};

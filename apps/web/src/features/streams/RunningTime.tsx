import { useEffect, useState } from 'react';
import { useFormat } from '../../ui/format.tsx';

/** Elapsed time as a clock; server and browser may differ by a second. */
export const RunningTime = ({ since }: { since: string }) => {
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time role="timer" suppressHydrationWarning style={{ fontVariantNumeric: 'tabular-nums' }}>
      {format.clock((now - new Date(since).getTime()) / 1000)}
    </time>
  );
};

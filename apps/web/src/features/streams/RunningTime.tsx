import { useEffect, useState } from 'react';
import { useFormat } from '../../ui/format.tsx';

/** How long something runs already, as a clock; the server's word and the browser's may differ by a second. */
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

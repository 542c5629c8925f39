import { useEffect, useState } from 'react';
import { useFormat } from './format.tsx';
import type { DateStyle } from './fast-date-format.ts';

/**
 * "38 min ago", updated while visible. The server's clock and the reader's may differ,
 * so the text may change once after hydration.
 */
export const TimeAgo = ({ instant, className }: { instant: string; className?: string | undefined }) => {
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className={className} dateTime={instant} title={format.date(instant, 'dayTime')} suppressHydrationWarning>
      {format.ago(instant, now)}
    </time>
  );
};

/** A date in the reader's time zone; rendered in UTC on the server and corrected by the browser. */
export const DateText = ({ instant, style = 'dayYear' }: { instant: string; style?: DateStyle }) => {
  const format = useFormat();
  const [zone, setZone] = useState<string | undefined>('UTC');
  useEffect(() => setZone(undefined), []);
  return <time dateTime={instant}>{format.date(instant, style, zone)}</time>;
};

import { useEffect, useState } from 'react';
import { useFormat } from './format.tsx';
import type { DateStyle } from './plain-words.ts';

/**
 * "38 min ago", kept right while it is looked at. The server's clock and the reader's may differ by a step,
 * so the words may change once after the page has come to life.
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

/** A date in the reader's zone; the server writes it in UTC and the browser corrects it. */
export const DateText = ({ instant, style = 'dayYear' }: { instant: string; style?: DateStyle }) => {
  const format = useFormat();
  const [zone, setZone] = useState<string | undefined>('UTC');
  useEffect(() => setZone(undefined), []);
  return <time dateTime={instant}>{format.date(instant, style, zone)}</time>;
};

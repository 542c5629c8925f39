import { useEffect, useState } from 'react';
import { useFormat } from '../../../ui/format.tsx';

/** A node reports every two seconds: by so much the clock on screen may be ahead of what was read last. */
const MAX_AHEAD_SECONDS = 3;

/**
 * The time that a fan was connected in a paid show, as a clock. It goes on between two reads and stands still with the seat's clock.
 *
 * @param seconds as they were read last
 */
export const ConnectedTime = ({ seconds, isRunning }: { seconds: number; isRunning: boolean }) => {
  const format = useFormat();
  const [anchor, setAnchor] = useState({ seconds, at: 0, isRunning: false });
  const [now, setNow] = useState(0);
  useEffect(() => {
    const at = Date.now();
    setNow(at);
    setAnchor((before) => {
      const shown = before.isRunning ? before.seconds + (at - before.at) / 1000 : 0;
      return { seconds: isRunning ? Math.max(seconds, Math.min(shown, seconds + MAX_AHEAD_SECONDS)) : seconds, at, isRunning };
    });
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [seconds, isRunning]);
  return (
    <time role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {format.clock(anchor.seconds + (anchor.isRunning ? (now - anchor.at) / 1000 : 0))}
    </time>
  );
};

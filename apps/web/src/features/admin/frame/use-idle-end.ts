import { useCallback, useEffect, useRef, useState } from 'react';

/** Signs of a person; calls by timers and sockets are none. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart'] as const;
const WARNING_MS = 60_000;
/** The instant of the last sign in any tab of this browser, in ms. */
const KEY = 'adminActiveAt';
/** Intervals between stored signs, and between calls for the server, in ms. */
const STORED_EVERY_MS = 5000;
const TOLD_EVERY_MS = 60_000;

const readActiveAt = (): number => {
  try {
    return Number(localStorage.getItem(KEY) ?? 0);
  } catch {
    return 0;
  }
};
const storeActiveAt = (at: number): void => {
  try {
    localStorage.setItem(KEY, String(at));
  } catch {
    // Without storage each tab counts for itself.
  }
};

interface IdleEnd {
  /** A minute is left. */
  isAsking: boolean;
  /** The person is still there. */
  stay: () => void;
}

/**
 * Calls `onEnd` after so many minutes without a sign of a person in any tab, and asks one minute before.
 * @param isWatched an administration is open: elsewhere signs of a person are only noted
 * @param onActive tells the server of a person who types or reads without making calls
 */
export const useIdleEnd = (minutes: number, isWatched: boolean, onEnd: () => void, onActive: () => void): IdleEnd => {
  const [isAsking, setIsAsking] = useState(false);
  const latest = useRef({ onEnd, onActive });
  const stayNow = useRef(() => {});
  useEffect(() => {
    latest.current = { onEnd, onActive };
  });
  useEffect(() => {
    const totalMs = minutes * 60_000;
    const warnAfterMs = totalMs - Math.min(WARNING_MS, totalMs / 2);
    let activeAt = Date.now();
    let toldAt = activeAt;
    let asks = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setIsAsking(false);
    storeActiveAt(activeAt);
    const check = () => {
      clearTimeout(timer);
      if (!isWatched) return;
      const idleMs = Date.now() - Math.max(activeAt, readActiveAt());
      if (idleMs >= totalMs) {
        latest.current.onEnd();
        return;
      }
      asks = idleMs >= warnAfterMs;
      setIsAsking(asks);
      timer = setTimeout(check, (asks ? totalMs : warnAfterMs) - idleMs);
    };
    const note = () => {
      const now = Date.now();
      if (now - readActiveAt() >= STORED_EVERY_MS) storeActiveAt(now);
      activeAt = now;
      if (now - toldAt < TOLD_EVERY_MS) return;
      toldAt = now;
      latest.current.onActive();
    };
    // The question needs its own answer, and after a sleep it may be too late: the check comes first.
    const onSign = () => {
      if (isWatched && Date.now() - Math.max(activeAt, readActiveAt()) >= warnAfterMs) check();
      else if (!asks) note();
    };
    stayNow.current = () => {
      note();
      storeActiveAt(activeAt);
      check();
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key === KEY && asks) check();
    };
    const signs = new AbortController();
    const options = { passive: true, capture: true, signal: signs.signal };
    for (const sign of SIGNS) window.addEventListener(sign, onSign, options);
    window.addEventListener('storage', onStorage, options);
    document.addEventListener('visibilitychange', check, options);
    check();
    return () => {
      signs.abort();
      clearTimeout(timer);
    };
  }, [minutes, isWatched]);
  const stay = useCallback(() => stayNow.current(), []);
  return { isAsking, stay };
};

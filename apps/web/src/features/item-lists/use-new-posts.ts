import type { ItemRef } from '../items/item-calls.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useRealtime, useRealtimeEvent } from '../../app/realtime.tsx';
import type { HomeFilter } from './home-filter.ts';

/** Clients notified of a post refetch with a random delay up to this, in milliseconds. */
const MAX_JITTER_MS = 1500;

/**
 * Number of posts in the home feed newer than the newest one shown, under the current filter; requested whenever a post is announced
 * and after each reconnection.
 * @param newest the first post shown; without one, everything published since mounting is new
 */
export const useNewPosts = (isOn: boolean, filter: HomeFilter, newest: ItemRef | undefined): { count: number; forget: () => void } => {
  const [mounted] = useState(() => new Date().toISOString());
  const since = newest ? { since: newest.publishedAt, sinceId: newest._id } : { since: mounted };
  const of = JSON.stringify({ ...filter, ...since });
  // A count holds for the newest post it was requested with: one that arrives after newer posts were shown would offer those again.
  const [known, setKnown] = useState({ of, count: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { state } = useRealtime();
  const ask = useRef<() => Promise<void>>(undefined);
  const asked = useRef(of);
  useEffect(() => {
    asked.current = of;
    ask.current = async () => {
      const answer = await call('GET /feeds/home-feeds/new', { query: { ...filter, ...since } }).catch(() => undefined);
      if (asked.current !== of) await ask.current?.();
      else if (answer) setKnown({ of, count: answer.count });
    };
  });
  const askSoon = useCallback((within: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void ask.current?.(), Math.random() * within);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useRealtimeEvent('feeds/published', () => {
    if (isOn) askSoon(MAX_JITTER_MS);
  });
  useEffect(() => {
    // On the first connection too: what was published since the page was made was announced to nobody here.
    if (state === 'connected' && isOn) askSoon(MAX_JITTER_MS);
  }, [state, isOn, askSoon]);
  const forget = useCallback(() => setKnown((last) => ({ ...last, count: 0 })), []);
  return { count: known.of === of ? known.count : 0, forget };
};

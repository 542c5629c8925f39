import type { FeedView } from '@stagedoor/contract/feeds';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useRealtime, useRealtimeEvent } from '../../app/realtime.tsx';
import type { HomeFilter } from './home-filter.ts';

/** All who are told of a post ask within this time, not at once. Milliseconds. */
const SPREAD_MS = 1500;

/**
 * How many posts came to the home feed after the newest one shown, of those that its filter lets in: asked whenever a post is announced
 * and after each break of the connection.
 * @param newest the first one shown; without one, whatever came since this was first there is new
 */
export const useNewPosts = (isOn: boolean, filter: HomeFilter, newest: FeedView | undefined): { count: number; forget: () => void } => {
  const [count, setCount] = useState(0);
  const [mounted] = useState(() => new Date().toISOString());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { state } = useRealtime();
  const ask = useRef<() => Promise<void>>(undefined);
  useEffect(() => {
    ask.current = async () => {
      const since = newest ? { since: newest.publishedAt, sinceId: newest._id } : { since: mounted };
      const answer = await call('GET /feeds/home-feeds/new', { query: { ...filter, ...since } }).catch(() => undefined);
      if (answer) setCount(answer.count);
    };
  });
  const askSoon = useCallback((within: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void ask.current?.(), Math.random() * within);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useRealtimeEvent('feeds/published', () => {
    if (isOn) askSoon(SPREAD_MS);
  });
  const wasConnected = useRef(false);
  useEffect(() => {
    // The first connection comes right after the page, which is as new as can be.
    if (state === 'connected' && wasConnected.current && isOn) askSoon(SPREAD_MS);
    wasConnected.current ||= state === 'connected';
  }, [state, isOn, askSoon]);
  const forget = useCallback(() => setCount(0), []);
  return { count, forget };
};

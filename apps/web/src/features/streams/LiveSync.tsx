import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useRealtimeEvent } from '../../app/realtime.tsx';

/** Events of so many milliseconds are looked at together. */
const GATHER_MS = 300;

/**
 * On every page of an account: when a show changes, reads its performer's live state, if the page shows that performer anywhere, and writes it
 * wherever it is shown. Nothing else of the page is loaded again. The code for
 * it comes with the first event.
 */
export const LiveSync = () => {
  const client = useQueryClient();
  const waiting = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const update = async () => {
    timer.current = undefined;
    const changed = waiting.current;
    waiting.current = new Set();
    const { updateLive } = await import('./live-sync.ts');
    await updateLive(client, changed);
  };
  useRealtimeEvent('streams/changed', ({ performerId }) => {
    waiting.current.add(performerId);
    timer.current ??= setTimeout(() => void update(), GATHER_MS);
  });
  return null;
};

import type { PublicSettings } from '@stagedoor/contract/settings';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useChangeBoot, useSettings } from '../boot.tsx';
import { call, onMaintenance } from '../browser-call.ts';
import { useOnConnected } from '../realtime-notices.ts';
import { useRealtimeEvent } from '../realtime.tsx';
import { useSession } from '../session.tsx';

/** Maximum age of a visitor page's settings when the next page is opened or the tab becomes visible, in milliseconds. */
const FRESH_MS = 30_000;

/** Keeps the settings of an open page current: pushed by socket, or for visitors, who have none, refetched occasionally. */
export const LiveSettings = () => {
  const settings = useSettings();
  const changeBoot = useChangeBoot();
  const user = useSession();
  const { pathname } = useLocation();
  const askedAt = useRef(0);
  const known = useRef(settings);
  useEffect(() => {
    known.current = settings;
  }, [settings]);
  useEffect(() => {
    askedAt.current = Date.now();
  }, []);
  const isAdmin = user?.role === 'admin';
  const refresh = useCallback(async () => {
    askedAt.current = Date.now();
    const changed = (await call('POST /settings/keys', { body: { keys: Object.keys(known.current) } }).catch(
      () => null,
    )) as PublicSettings | null;
    // Merged (specification section 3): what isn't answered stays as it is known.
    const now = { ...known.current, ...changed };
    if (JSON.stringify(now) === JSON.stringify(known.current)) return;
    if (now.maintenanceMode && !known.current.maintenanceMode && !isAdmin) onMaintenance();
    changeBoot({ settings: now });
  }, [changeBoot, isAdmin]);
  useRealtimeEvent('settings/changed', () => void refresh());
  // What changed while the connection was away was told to nobody.
  useOnConnected(() => {
    if (Date.now() - askedAt.current > FRESH_MS) void refresh();
  });
  useEffect(() => {
    if (user) return undefined;
    const look = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAt.current > FRESH_MS) void refresh();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [user, pathname, refresh]);
  return null;
};

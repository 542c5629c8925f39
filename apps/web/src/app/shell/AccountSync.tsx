import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { call } from '../browser-call.ts';
import { useOnConnected } from '../realtime-notices.ts';
import { useRealtimeEvent } from '../realtime.tsx';
import { useSession, useSessionStore } from '../session.tsx';

/** How long an approval is announced, in milliseconds. */
const ANNOUNCED_MS = 10_000;

/** Keeps the account on this page as the server has it: an approval opens the studio without a reload. */
export const AccountSync = () => {
  const t = useText();
  const navigate = useNavigate();
  const store = useSessionStore();
  const user = useSession();
  const client = useQueryClient();
  const refresh = (): void => {
    void store
      .refresh(() => call('GET /users/me'))
      .then(() => client.invalidateQueries({ queryKey: ['GET /performers/me'] }))
      .catch(() => undefined);
  };
  useRealtimeEvent('users/changed', refresh);

  const waiting = user?.isLiteAccount ? user._id : null;
  // A decision before the connection was made, or while it was away, was told to nobody.
  useOnConnected(() => {
    if (waiting) refresh();
  });

  const announce = useEffectEvent(() =>
    toast(t('model.approvedNow'), {
      tone: 'ok',
      stays: ANNOUNCED_MS,
      action: { label: t('model.openStudio'), run: () => void navigate('/model/dashboard') },
    }),
  );
  const waited = useRef(waiting);
  const id = user?._id;
  useEffect(() => {
    if (waited.current && waited.current === id && !waiting) announce();
    waited.current = waiting;
  }, [id, waiting]);
  return null;
};

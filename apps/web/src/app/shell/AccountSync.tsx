import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { call } from '../browser-call.ts';
import { useRealtimeEvent } from '../realtime.tsx';
import { useSessionStore } from '../session.tsx';

/** How long an approval is announced, in milliseconds. */
const ANNOUNCED_MS = 10_000;

/** Keeps the account on this page as the server has it: an approval opens the studio without a reload. */
export const AccountSync = () => {
  const t = useText();
  const navigate = useNavigate();
  const store = useSessionStore();
  const client = useQueryClient();
  useRealtimeEvent('users/changed', () => {
    const before = store.get();
    void store
      .refresh(() => call('GET /users/me'))
      .then((user) => {
        void client.invalidateQueries({ queryKey: ['GET /performers/me'] });
        if (!before?.isLiteAccount || user.isLiteAccount || before._id !== user._id) return;
        toast(t('model.approvedNow'), {
          tone: 'ok',
          stays: ANNOUNCED_MS,
          action: { label: t('model.openStudio'), run: () => void navigate('/model/dashboard') },
        });
      })
      .catch(() => undefined);
  });
  return null;
};

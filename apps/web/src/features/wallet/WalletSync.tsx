import { useQueryClient } from '@tanstack/react-query';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useSessionStore } from '../../app/session.tsx';

/** Keeps the displayed balance, and what limits leave, in sync with the wallet. */
export const WalletSync = () => {
  const store = useSessionStore();
  const client = useQueryClient();
  useRealtimeEvent('wallet/changed', ({ balance }) => {
    store.update({ balance });
    void client.invalidateQueries({ queryKey: ['GET /wallet-transactions/user/search'] });
    void client.invalidateQueries({ queryKey: ['GET /spending-limits'] });
  });
  return null;
};

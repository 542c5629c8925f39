import type { SpendingLimits } from '@stagedoor/contract/spending-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useSessionStore } from '../../app/session.tsx';

/** Without a limit nothing is left to tell, whatever is paid: a rush of tips asks for nothing more. */
const hasLimit = ({ state }: { state: { data: unknown } }): boolean => {
  const limits = state.data as SpendingLimits | undefined;
  return limits !== undefined && [limits.daily, limits.monthly, limits.show].some(({ limit }) => limit !== null);
};

/** Keeps the displayed balance, and what limits leave, in sync with the wallet. */
export const WalletSync = () => {
  const store = useSessionStore();
  const client = useQueryClient();
  useRealtimeEvent('wallet/changed', ({ balance }) => {
    store.update({ balance });
    void client.invalidateQueries({ queryKey: ['GET /wallet-transactions/user/search'] });
    void client.invalidateQueries({ queryKey: ['GET /spending-limits'], predicate: hasLimit });
  });
  return null;
};

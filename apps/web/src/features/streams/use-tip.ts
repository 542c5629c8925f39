import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAction } from '../../app/data.ts';
import { loginFor } from '../../app/guard.ts';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { toast } from '../../ui/toast.tsx';

export interface TipDesk {
  /** Gives at once; what the wallet doesn't cover leads to the top-up, a visitor to the log-in. */
  tip: (tokens: number) => Promise<void>;
  /** What is being given right now. */
  sending: number | null;
  /** What waits for tokens. */
  short: number | null;
  closeShort: () => void;
}

/** Tips during a show: one press, one charge. */
export const useTip = (performerId: string, streamId: string): TipDesk => {
  const user = useSession();
  const store = useSessionStore();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { run, error } = useAction('POST /payment-wallet/send-tip-wallet/{id}');
  const [sending, setSending] = useState<number | null>(null);
  const [short, setShort] = useState<number | null>(null);
  useEffect(() => {
    if (error) toast(error.message, { tone: 'bad', stays: 5000 });
  }, [error]);
  const tip = async (tokens: number): Promise<void> => {
    if (!user) {
      await navigate(loginFor(pathname + search));
      return;
    }
    if (user.balance < tokens) {
      setShort(tokens);
      return;
    }
    setSending(tokens);
    const paid = await run({ params: { id: performerId }, body: { amount: String(tokens), message: '', streamId } });
    setSending(null);
    if (paid) store.update({ balance: paid.balance });
  };
  return { tip, sending, short, closeShort: () => setShort(null) };
};

import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAction } from '../../app/data.ts';
import { loginFor } from '../../app/guard.ts';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { toast } from '../../ui/toast.tsx';

export interface TipActions {
  /** Sends a tip at once; an insufficient wallet leads to the top-up, a visitor to the log-in. */
  tip: (tokens: number, message?: string) => Promise<void>;
  /** The tip being sent. */
  sending: number | null;
  /** The tip waiting for tokens. */
  short: number | null;
  closeShort: () => void;
}

/** Tips during a show: one press, one charge. */
export const useTip = (performerId: string, streamId: string): TipActions => {
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
  const tip = async (tokens: number, message = ''): Promise<void> => {
    if (!user) {
      await navigate(loginFor(pathname + search));
      return;
    }
    if (user.balance < tokens) {
      setShort(tokens);
      return;
    }
    setSending(tokens);
    const paid = await run({ params: { id: performerId }, body: { amount: String(tokens), message, streamId } });
    setSending(null);
    if (paid) store.update({ balance: paid.balance });
  };
  return { tip, sending, short, closeShort: () => setShort(null) };
};

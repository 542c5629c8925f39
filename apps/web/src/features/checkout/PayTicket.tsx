import type { ReactNode } from 'react';
import { useText } from '../../ui/text.ts';
import { Ticket } from '../../ui/Ticket.tsx';
import { useTopUp } from '../wallet/use-top-up.ts';

interface PayTicketProps {
  /** The action with enough tokens: "Pay and unlock". */
  label: string;
  /** The label while busy: "Paying" by default. */
  busyLabel?: string;
  /** The final price; null until it is known. */
  tokens: number | null;
  money?: number;
  /** Tokens missing in the wallet; 0 if there are enough, or for another method. */
  missing: number;
  size?: 'md' | 'lg';
  busy?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  type?: 'button' | 'submit';
  onClick?: () => void;
}

/**
 * The price button of a purchase. With too few tokens it names the top-up that is enough, which is what the next page charges; what costs
 * nothing is free in words.
 */
export const PayTicket = ({ label, tokens, money, missing, size = 'lg', ...button }: PayTicketProps) => {
  const t = useText();
  const isShort = tokens !== null && missing > 0;
  const topUp = useTopUp(isShort ? missing : 0);
  const price = isShort
    ? { label: t('wallet.topUp'), tokens: topUp?.tokens ?? null, ...(topUp ? { money: topUp.money } : {}) }
    : tokens === 0
      ? { label: t('checkout.getFree'), tokens: null }
      : { label, tokens, ...(money === undefined ? {} : { money }) };
  return <Ticket {...price} busyLabel={t('ui.paying')} wide size={size} {...button} />;
};

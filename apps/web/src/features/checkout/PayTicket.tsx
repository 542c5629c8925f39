import type { ReactNode } from 'react';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { Ticket } from '../../ui/Ticket.tsx';

interface PayTicketProps {
  /** The action with enough tokens: "Pay and unlock". */
  label: string;
  /** The action without: it leads to the top-up first. */
  topUpLabel?: string;
  /** The final price; null until it is known. */
  tokens: number | null;
  money?: number;
  /** Tokens missing in the wallet; 0 if there are enough, or for another method. */
  missing: number;
  size?: 'md' | 'lg';
  busy?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  onClick: () => void;
}

/** The price button of a purchase. With too few tokens it names what is missing instead of the price, which nobody is asked for yet. */
export const PayTicket = ({ label, topUpLabel, tokens, money, missing, size = 'lg', ...button }: PayTicketProps) => {
  const t = useText();
  const format = useFormat();
  const price =
    tokens !== null && missing > 0
      ? { label: topUpLabel ?? t('checkout.topUpAndPay'), tokens: missing, below: t('checkout.shortOf', { price: format.tokens(tokens) }) }
      : { label, tokens, ...(money === undefined ? {} : { money }) };
  return <Ticket {...price} busyLabel={t('ui.paying')} wide size={size} {...button} />;
};

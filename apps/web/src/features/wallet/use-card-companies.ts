import type { GatewayName } from '@stagedoor/contract/gateways.values';
import type { CardCompany } from '@stagedoor/contract/payments';
import { useState } from 'react';
import { useBoot } from '../../app/boot.tsx';
import { useListData } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';

/** Key of the choice in the tab's storage. */
const CHOICE = 'cards.company';

const readChoice = (): string | null => {
  try {
    return sessionStorage.getItem(CHOICE);
  } catch {
    // Storage is blocked: the choice lasts as long as the sheet.
    return null;
  }
};
const keepChoice = (name: string): void => {
  try {
    sessionStorage.setItem(CHOICE, name);
  } catch {
    // As above.
  }
};

/** A payment by card, in the site's currency; null while nothing is to be paid by card. */
export type CardPayment = { money: number; period?: 'month' | 'year'; renewal?: number } | null;

export interface CardCompanies {
  /** Those that take the payment, in the owner's order; none while they aren't known. */
  offered: readonly CardCompany[];
  /** The one that the buyer pays by. */
  chosen: CardCompany | undefined;
  /** No company takes this payment. */
  isNone: boolean;
  /** The companies are being asked for: what the buyer agrees to isn't known yet. */
  isPending: boolean;
  /** For the body of an order. */
  body: { gateway?: GatewayName };
  choose: (name: GatewayName) => void;
}

/** The card companies that take a payment, and the buyer's choice among them, which is remembered until the tab is closed. */
export const useCardCompanies = (payment: CardPayment): CardCompanies => {
  const { takesCards } = useBoot();
  const user = useSession();
  const [choice, setChoice] = useState<string | null>(null);
  const enabled = takesCards && user !== null && payment !== null && payment.money > 0;
  const { money = 0, period, renewal } = payment ?? {};
  const query = { amount: money, ...(period ? { period } : {}), ...(renewal === undefined ? {} : { renewal }) };
  // While an amount is typed, the companies of the one before stay on the screen.
  const { data, isPending, isPlaceholderData } = useListData('GET /payment/gateways', { query }, { enabled });
  const offered = (enabled && data?.data) || [];
  const wanted = choice ?? (enabled ? readChoice() : null);
  const chosen = offered.find(({ name }) => name === wanted) ?? offered[0];
  return {
    offered,
    chosen,
    isNone: enabled && data !== undefined && offered.length === 0,
    isPending: enabled && (isPending || isPlaceholderData),
    body: chosen ? { gateway: chosen.name } : {},
    choose(name) {
      setChoice(name);
      keepChoice(name);
    },
  };
};

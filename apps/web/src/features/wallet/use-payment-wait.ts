import { useEffect, useState } from 'react';

/** Companies report within seconds; after this the page says that it needn't stay open. */
const LONG_MS = 15_000;

const keyOf = (orderId: string): string => `cards.declines.${orderId}`;

/** How many declines of an order its buyer has answered by going back to the payment page. */
const readAnswered = (orderId: string): number => {
  try {
    return Number(sessionStorage.getItem(keyOf(orderId)) ?? 0);
  } catch {
    // Storage is blocked: an answered decline is shown until the outcome of the next try arrives.
    return 0;
  }
};

/** Stores that the buyer tries again, so that the return page waits for that try instead of showing the last decline. */
export const keepAnswered = (orderId: string, declines: number): void => {
  try {
    sessionStorage.setItem(keyOf(orderId), String(declines));
  } catch {
    // Explained above.
  }
};

/** How long the return page of an order has waited, and which declines its buyer has answered already. */
export const usePaymentWait = (orderId: string): { isLong: boolean; answered: number } => {
  const [isLong, setLong] = useState(false);
  const [answered, setAnswered] = useState(0);
  useEffect(() => {
    setAnswered(readAnswered(orderId));
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, [orderId]);
  return { isLong, answered };
};

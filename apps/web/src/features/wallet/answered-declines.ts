const keyOf = (orderId: string): string => `cards.declines.${orderId}`;

/** How many declines of an order its buyer has answered by going back to the payment page. */
export const readAnswered = (orderId: string): number => {
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

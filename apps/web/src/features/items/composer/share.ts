/**
 * What is left of a price after the commission, in the site's currency: the commission is rounded half up to a hundredth, as it is when sold.
 * @param money the price in the site's currency
 * @param rate the commission in per cent, at most two decimals
 */
export const shareOf = (money: number, rate: number): number => {
  const hundredths = Math.round(money * 100);
  return (hundredths - Math.round((hundredths * Math.round(rate * 100)) / 10_000)) / 100;
};

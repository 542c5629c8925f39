/**
 * The shares of votes in whole per cent. They sum to 100: what rounding down leaves goes to the largest remainders, the first option first
 * where two are equal. All zero without votes.
 */
export const sharesOf = (votes: readonly number[]): number[] => {
  const total = votes.reduce((sum, one) => sum + one, 0);
  if (total === 0) return votes.map(() => 0);
  const shares = votes.map((one) => Math.floor((100 * one) / total));
  const left = 100 - shares.reduce((sum, one) => sum + one, 0);
  const byRemainder = votes
    .map((_, index) => index)
    .toSorted((one, other) => ((100 * votes[other]!) % total) - ((100 * votes[one]!) % total));
  for (const index of byRemainder.slice(0, left)) shares[index]! += 1;
  return shares;
};

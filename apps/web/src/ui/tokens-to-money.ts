/**
 * Money for tokens, rounded half up to a hundredth, below zero like above; both factors are whole hundredths, so no precision is lost.
 */
export const tokensToMoney = (tokens: number, tokenValue: number): number =>
  (Math.sign(tokens) * Math.round((Math.round(Math.abs(tokens) * 100) * Math.round(tokenValue * 100)) / 100)) / 100;

/** A yearly price by the month, rounded to a hundredth. */
export const aMonthOf = (yearly: number): number => Math.round((yearly / 12) * 100) / 100;

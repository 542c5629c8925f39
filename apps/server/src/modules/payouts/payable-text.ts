import { moneyStep } from '@stagedoor/contract/currencies.values';
import { decimalOf } from '@stagedoor/contract/statements.values';

/** Writes an amount as banks and companies read it in its currency: 24.50 dollars, 2450 yen. @param hundredths a multiple of the currency's step */
export const payableText = (hundredths: bigint, currency: string): string =>
  moneyStep(currency) === 100n ? (hundredths / 100n).toString() : decimalOf(hundredths);

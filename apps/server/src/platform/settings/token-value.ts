import { moneyStep, tokenStep } from '@stagedoor/contract/currencies.values';
import { parseHundredths } from '@stagedoor/contract/shapes';
import type { Settings } from './settings.ts';

let read = { written: '', value: 100n };

/** Value of a token in hundredths of the site's currency, from the setting `tokenValue`; parsed again when the setting changes. */
export const tokenValueOf = (settings: Pick<Settings, 'get'>): bigint => {
  const written = settings.get('tokenValue');
  if (String(written) !== read.written) read = { written: String(written), value: parseHundredths(written) ?? 100n };
  return read.value;
};

/** Returns the step of amounts of tokens that can be paid in the site's currency, in hundredths of a token. */
export const tokenStepOf = (settings: Pick<Settings, 'get'>): bigint =>
  tokenStep(tokenValueOf(settings), moneyStep(settings.get('currency')));

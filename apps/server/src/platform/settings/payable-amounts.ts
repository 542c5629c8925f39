import { moneyStep, nearestStep } from '@stagedoor/contract/currencies.values';
import { type AmountUnit, hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Settings } from './settings.ts';
import { tokenStepOf } from './token-value.ts';

/** The steps of amounts that can be paid with the site's settings, in hundredths. */
const amountSteps = (settings: Pick<Settings, 'get'>): Record<AmountUnit, bigint> => ({
  money: moneyStep(settings.get('currency')),
  tokens: tokenStepOf(settings),
});

/** Describes an amount that can't be paid in the site's currency, as a field's problem; undefined for one that can. */
export const stepProblem = (settings: Pick<Settings, 'get'>, unit: AmountUnit, amount: bigint) => {
  const step = amountSteps(settings)[unit];
  if (amount % step === 0n) return undefined;
  return { rule: 'minorUnit', values: { nearest: hundredthsToNumber(nearestStep(amount, step)), currency: settings.get('currency') } };
};

import { keysOf } from '@stagedoor/contract/keys.values';
import { moneyStep, nearestStep, tokenStep } from '@stagedoor/contract/currencies.values';
import type { SettingKey } from '@stagedoor/contract/settings';
import { SETTING_AMOUNTS } from '@stagedoor/contract/settings.values';
import { hundredthsToNumber, parseHundredths } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type Resulting = (key: SettingKey) => unknown;

const hundredths = (value: unknown): bigint => parseHundredths(Number(value)) ?? 0n;

/** The steps of amounts that can be paid once settings have their resulting values, in hundredths. */
const stepsOf = (resulting: Resulting): { money: bigint; tokens: bigint } => {
  const money = moneyStep(String(resulting('currency')));
  return { money, tokens: tokenStep(hundredths(resulting('tokenValue')), money) };
};

/**
 * Lists the settings whose resulting amounts can't be paid in the resulting currency, with the nearest that can. The value of a token comes first:
 * the amounts in tokens depend on it.
 */
export const payableProblems = (resulting: Resulting) => {
  const currency = String(resulting('currency'));
  const { money } = stepsOf(resulting);
  const problemOf = (property: SettingKey, step: bigint) => {
    const amount = hundredths(resulting(property));
    if (amount % step === 0n) return [];
    return [{ property, rule: 'minorUnit', values: { nearest: hundredthsToNumber(nearestStep(amount, step)), currency } }];
  };
  const value = problemOf('tokenValue', money);
  if (value.length > 0) return value;
  const steps = stepsOf(resulting);
  return keysOf(SETTING_AMOUNTS).flatMap((key) => problemOf(key, steps[SETTING_AMOUNTS[key]]));
};

/** Tells whether a price is stored that can't be paid with the resulting settings. Only before the first posting: then both are locked. */
export const hasUnpayablePrices = async (executor: Executor, resulting: Resulting): Promise<boolean> => {
  const { tokens, money } = stepsOf(resulting);
  if (money === 1n) return false;
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from items where price_amount % ${tokens}::bigint <> 0)
      or exists (select from performers where monthly_price_amount % ${tokens}::bigint <> 0 or yearly_price_amount % ${tokens}::bigint <> 0
        or private_price_amount % ${tokens}::bigint <> 0 or group_price_amount % ${tokens}::bigint <> 0)
      or exists (select from gifts where price_amount % ${tokens}::bigint <> 0)
      or exists (select from emojis where price_amount % ${tokens}::bigint <> 0)
      or exists (select from product_shipping where price_amount % ${tokens}::bigint <> 0)
      or exists (select from wallet_packages where price_amount % ${money}::bigint <> 0) as found`.execute(executor);
  return rows[0]!.found;
};

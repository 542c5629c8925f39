import { isKeyOf } from './keys.values.ts';
// Constants of settings without Zod, so that the web shares them.

/** Who a menu entry or a promo is for. */
export const AUDIENCES = ['everyone', 'visitors', 'fans', 'performers'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Settings that are amounts, by their unit. */
export const SETTING_AMOUNTS = {
  groupChatDefaultPrice: 'tokens',
  payoutFee: 'money',
  payoutMinimum: 'money',
  priceMaximum: 'tokens',
  privateC2CDefaultPrice: 'tokens',
  smallTopUp: 'tokens',
  tipMaximum: 'tokens',
  tipMinimum: 'tokens',
  tokenValue: 'money',
  topUpMaximum: 'tokens',
  topUpMinimum: 'tokens',
} as const satisfies Record<string, 'money' | 'tokens'>;

/** The unit of a setting's amount; undefined for settings that aren't amounts. */
export const settingUnit = (key: string): 'money' | 'tokens' | undefined =>
  isKeyOf(SETTING_AMOUNTS, key) ? SETTING_AMOUNTS[key] : undefined;

/** The programs that can carry shows: the site's own live processes, or an Ant Media Server. */
export const ENGINES = ['builtIn', 'antMedia'] as const;
export type EngineName = (typeof ENGINES)[number];

/** The longest that running shows may go on once maintenance begins, in minutes. */
export const MAX_SHOW_MINUTES = 120;

/** Settings that tell the state of something else and can't be changed: the card companies have a screen of their own. */
export const DERIVED_KEYS = ['ccbillEnabled', 'verotelEnabled'] as const;

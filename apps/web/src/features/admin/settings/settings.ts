import type { ResponseOf, Contract } from '@stagedoor/contract';
import { type TextKey, textKeyOf } from '../../../ui/text.ts';

export type AdminSetting = ResponseOf<Contract['GET /admin/settings']>[number];
export type SettingChange = ResponseOf<Contract['GET /admin/settings/changes']>['data'][number];

export const titleKey = (key: string): TextKey => textKeyOf(`setting.${key}.title`);
export const sentenceKey = (key: string): TextKey => textKeyOf(`setting.${key}.text`);
export const groupKey = (group: string): TextKey => textKeyOf(`settingGroup.${group}`);

/** Parses a number as typed; invalid input is kept as text, and the server refuses it. */
export const numberOf = (typed: string): number | string => {
  const plain = typed.trim().replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : typed;
};

/** Settings whose scripts need the visitors' consent. */
const SCRIPTS = ['gaCode', 'headerScript', 'afterBodyScript'];
const BANNER = 'cookiePolicyEnabled';

/** Returns whether saving these edits makes scripts load before visitors agree: there are some, and the cookie banner is off. */
export const loadsWithoutConsent = (settings: readonly AdminSetting[], edits: Readonly<Record<string, unknown>>): boolean => {
  const after = (key: string): unknown => (Object.hasOwn(edits, key) ? edits[key] : settings.find((one) => one.key === key)?.value);
  const edited = [...SCRIPTS.filter((key) => Boolean(after(key))), BANNER].filter((key) => Object.hasOwn(edits, key));
  return edited.length > 0 && after(BANNER) !== true && SCRIPTS.some((key) => Boolean(after(key)));
};

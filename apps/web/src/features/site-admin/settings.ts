import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { TextKey } from '../../ui/text.ts';

export type AdminSetting = ResponseOf<Contract['GET /admin/settings']>[number];
export type SettingChange = ResponseOf<Contract['GET /admin/settings/changes']>['data'][number];

export const titleKey = (key: string): TextKey => `setting.${key}.title` as TextKey;
export const sentenceKey = (key: string): TextKey => `setting.${key}.text` as TextKey;
export const groupKey = (group: string): TextKey => `settingGroup.${group}` as TextKey;

/** Parses a number as typed; invalid input is kept as text, and the server refuses it. */
export const numberOf = (typed: string): number | string => {
  const plain = typed.trim().replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : typed;
};

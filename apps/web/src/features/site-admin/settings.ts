import type { AnswerOf, Contract } from '@stagedoor/contract';
import type { TextKey } from '../../ui/text.ts';

export type AdminSetting = AnswerOf<Contract['GET /admin/settings']>[number];
export type SettingChange = AnswerOf<Contract['GET /admin/settings/changes']>['data'][number];

export const titleKey = (key: string): TextKey => `setting.${key}.title` as TextKey;
export const sentenceKey = (key: string): TextKey => `setting.${key}.text` as TextKey;
export const groupKey = (group: string): TextKey => `settingGroup.${group}` as TextKey;

/** A number as it is typed; what is none yet is kept as typed, and the server says so. */
export const numberOf = (typed: string): number | string => {
  const plain = typed.trim().replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : typed;
};

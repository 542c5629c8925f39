import type { TextKey as StoredKey } from '@stagedoor/contract/texts/index';
import { useTranslation } from 'react-i18next';

type WithoutPlural<K> = K extends `${infer Base}_one` ? Base : K extends `${string}_other` ? never : K;

/** The key of a text. Plurals are named without their ending and take `count`. */
export type TextKey = WithoutPlural<StoredKey>;

/** Answers the text of a key in the current language, with `{{name}}` filled in. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of the current language. */
export const useText = (): Say => {
  const { t } = useTranslation();
  return t as unknown as Say;
};

/** The current language, for `Intl` and `lang`. */
export const useLocale = (): string => {
  const { i18n } = useTranslation();
  return i18n.language;
};

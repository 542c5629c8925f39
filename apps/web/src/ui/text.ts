import type { TextKey as StoredKey } from '@stagedoor/contract/texts/index';
import { useTranslation } from 'react-i18next';

type WithoutPlural<K> = K extends `${infer Base}_one` ? Base : K extends `${string}_other` ? never : K;

/** A text key. Plurals are named without their suffix and take `count`. */
export type TextKey = WithoutPlural<StoredKey>;

/** A key that is made of values which the compiler doesn't know, such as a state's. One that doesn't exist is shown as it is. */
export const textKeyOf = (key: string): TextKey => key as TextKey;

/** Returns the text of a key in the current language, with `{{name}}` interpolated. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The translation function of the current language. */
export const useText = (): Translate => {
  const { t } = useTranslation();
  return t as unknown as Translate;
};

/** The current language, for `Intl` and `lang`. */
export const useLocale = (): string => {
  const { i18n } = useTranslation();
  return i18n.language;
};

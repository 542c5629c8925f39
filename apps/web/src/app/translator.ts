import type { i18n } from 'i18next';

let translator: i18n | undefined;

/** The page's translator, for code outside components. Browser only. */
export const setTranslator = (instance: i18n): void => {
  translator = instance;
};
export const getTranslator = (): i18n => {
  if (!translator) throw new Error('There is no translator yet.');
  return translator;
};

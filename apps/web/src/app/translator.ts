import type { i18n } from 'i18next';

let translator: i18n | undefined;

/** The page's one translator, for what runs outside of components. Only in the browser. */
export const setTranslator = (instance: i18n): void => {
  translator = instance;
};
export const getTranslator = (): i18n => {
  if (!translator) throw new Error('There is no translator yet.');
  return translator;
};

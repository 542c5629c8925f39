import { OPTION_LISTS, optionsOf } from '@stagedoor/contract/profile-options';
import type { Locale } from '@stagedoor/contract/texts/text';
import { keysOf } from '@stagedoor/contract/keys.values';
import { countries, getEmojiFlag, languages } from 'countries-list';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { translate } from '../../platform/texts.ts';

export const isCountry = (code: string): boolean => Object.hasOwn(countries, code);
export const isLanguage = (code: string): boolean => Object.hasOwn(languages, code);

/** Cached per language of the site, of which there are few. */
const byLocale = <T>(make: (locale: Locale) => T): ((locale: Locale) => T) => {
  const made = new Map<Locale, T>();
  return (locale) => {
    let list = made.get(locale);
    if (list === undefined) made.set(locale, (list = make(locale)));
    return list;
  };
};

/** Countries by their name in a language, in that language's collation order. */
export const listCountries = byLocale((locale) => {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return keysOf(countries)
    .map((code) => ({ code: code as string, name: names.of(code) ?? countries[code].name, flag: getEmojiFlag(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
});

/** Languages people speak, each once, by their name in a language. Of several codes with one name ("mo" and "ro") the canonical one counts. */
export const listLanguages = byLocale((locale) => {
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  const codes = new Map<string, string>();
  for (const code of keysOf(languages)) {
    const name = names.of(code) ?? languages[code].name;
    const known = codes.get(name);
    if (known === undefined || Intl.getCanonicalLocales(known)[0] !== known) codes.set(name, code);
  }
  return [...codes].map(([name, code]) => ({ code, name })).sort((a, b) => a.name.localeCompare(b.name, locale));
});

/** Dialling codes, each country's own; several countries may share one. */
export const listPhoneCodes = byLocale((locale) => {
  const dialCodes = new Map<string, string>(getCountries().map((country) => [country, getCountryCallingCode(country)]));
  return listCountries(locale).flatMap(({ code, name, flag }) => {
    const calling = dialCodes.get(code);
    return calling ? [{ country: code, name, flag, code: `+${calling}` }] : [];
  });
});

const CM_PER_INCH = 2.54;
const POUNDS_PER_KG = 2.20462;

const textOf = (locale: Locale, attribute: string, value: string): string => {
  if (attribute === 'height') {
    const inches = Math.round(Number(value) / CM_PER_INCH);
    return translate(locale, 'reference.height', { cm: value, feet: Math.floor(inches / 12), inches: inches % 12 });
  }
  if (attribute === 'weight')
    return translate(locale, 'reference.weight', { kg: value, pounds: Math.round(Number(value) * POUNDS_PER_KG) });
  return translate(locale, `reference.${attribute}.${value}` as 'reference.gender.other');
};

type OptionLists = Record<(typeof OPTION_LISTS)[keyof typeof OPTION_LISTS], { value: string; text: string }[]>;

/** The option lists of profiles. Not cached, since texts may change at runtime. */
export const listUserAdditional = (locale: Locale): OptionLists =>
  Object.fromEntries(
    keysOf(OPTION_LISTS).map((attribute) => [
      OPTION_LISTS[attribute],
      optionsOf(attribute).map((value) => ({ value, text: textOf(locale, attribute, value) })),
    ]),
  ) as OptionLists;

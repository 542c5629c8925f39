import {
  GENDERS,
  type OPTION_LISTS,
  optionListOf,
  optionsOf,
  PROFILE_ATTRIBUTES,
  type ProfileAttribute,
} from '@stagedoor/contract/profile-options';
import type { Locale } from '@stagedoor/contract/texts/text';
import { keysOf, recordFrom } from '@stagedoor/contract/keys.values';
import { heightParts, weightParts } from '@stagedoor/contract/measures.values';
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

const textOf = (locale: Locale, attribute: ProfileAttribute | 'gender', value: string): string => {
  if (attribute === 'height') return translate(locale, 'reference.height', heightParts(value));
  if (attribute === 'weight') return translate(locale, 'reference.weight', weightParts(value));
  return translate(locale, `reference.${attribute}.${value}` as 'reference.gender.other');
};

type Option = { value: string; text: string };

const optionsIn = (locale: Locale, attribute: ProfileAttribute | 'gender', values: readonly string[]): Option[] =>
  values.map((value) => ({ value, text: textOf(locale, attribute, value) }));

/** The option lists of profiles. Not cached, since texts may change at runtime. */
export const listUserAdditional = (locale: Locale): Record<(typeof OPTION_LISTS)[number], Option[]> => ({
  genders: optionsIn(locale, 'gender', GENDERS),
  ...recordFrom(
    PROFILE_ATTRIBUTES.map((attribute) => [optionListOf(attribute), optionsIn(locale, attribute, optionsOf(attribute))] as const),
  ),
});

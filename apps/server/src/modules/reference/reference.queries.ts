import { GENDERS } from '@stagedoor/contract/auth';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type TCountryCode, countries, getEmojiFlag } from 'countries-list';
import { say } from '../../platform/texts.ts';

export const isCountry = (code: string): boolean => Object.hasOwn(countries, code);

const lists = new Map<Locale, { code: string; name: string; flag: string }[]>();

/** Countries by their name in a language, in that language's order. */
export const listCountries = (locale: Locale): { code: string; name: string; flag: string }[] => {
  const known = lists.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const list = (Object.keys(countries) as TCountryCode[])
    .map((code) => ({ code, name: names.of(code) ?? countries[code].name, flag: getEmojiFlag(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
  lists.set(locale, list);
  return list;
};

/** The option lists of profiles. */
export const listUserAdditional = (locale: Locale) => ({
  genders: GENDERS.map((value) => ({ value, text: say(locale, `reference.gender.${value}`) })),
});

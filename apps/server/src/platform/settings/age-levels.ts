import { AGE_LEVELS, type AgeLevel } from '@stagedoor/contract/age.values';
import type { SettingKey } from '@stagedoor/contract/settings';
import type { Settings } from './settings.ts';

type AgeSettings = Pick<Settings, 'get'>;

const strictest = (levels: readonly AgeLevel[]): AgeLevel => AGE_LEVELS.findLast((level) => levels.includes(level)) ?? 'none';

/** Returns the strictest level that the site uses in any country. */
const strictestAgeLevel = (settings: AgeSettings): AgeLevel =>
  strictest([settings.get('ageDefault'), ...Object.values(settings.get('ageRules'))]);

/** Returns how the site makes sure of the age of people in a country. An unknown country has the strictest level in use. */
export const ageLevelOf = (settings: AgeSettings, country: string | null): AgeLevel => {
  if (country === null) return strictestAgeLevel(settings);
  const rules: Readonly<Partial<Record<string, AgeLevel>>> = settings.get('ageRules');
  return (Object.hasOwn(rules, country) ? rules[country] : undefined) ?? settings.get('ageDefault');
};

/**
 * Returns true if any country's level is `verify`. What caches could hand to others, such as the media of open shows, then needs a token: a
 * cache doesn't know whose age was verified.
 */
export const verifiesAge = (settings: AgeSettings): boolean => strictestAgeLevel(settings) === 'verify';

/** Returns true if the resulting values of settings have a country whose level is `verify`. */
export const verifiesAgeWith = (resulting: (key: SettingKey) => unknown): boolean =>
  resulting('ageDefault') === 'verify' || Object.values(resulting('ageRules') ?? {}).includes('verify');

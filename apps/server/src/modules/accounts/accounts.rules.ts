import { CONTRACT } from '@stagedoor/contract';
import { SERVER_SEGMENTS, WEB_PATHS } from '@stagedoor/contract/routes';
import { BUILT_IN_LOCALES } from '@stagedoor/contract/texts/text';

const ADULT_YEARS = 18;

/** Look-alike characters, mapped to one of them. Usernames are ASCII, so the list is complete. */
const LOOK_ALIKES: readonly [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i|]/g, 'l'],
  [/5/g, 's'],
];

/** A username with look-alikes replaced. Skeletons are unique among accounts. */
export const usernameSkeleton = (username: string): string =>
  LOOK_ALIKES.reduce((folded, [pattern, replacement]) => folded.replace(pattern, replacement), username.toLowerCase());

const SITE_NAMES = [
  'admin',
  'administrator',
  'root',
  'support',
  'moderator',
  'owner',
  'staff',
  'stagedoor',
  'system',
  'help',
  'security',
  'null',
  'undefined',
  'me',
];

/** First path segments of the site, and names that could impersonate it. */
const reservedWords = (): string[] => {
  const web = WEB_PATHS.flatMap((path) => path.split('/').filter((segment) => segment && !segment.startsWith(':')));
  const api = Object.keys(CONTRACT).flatMap((key) =>
    key
      .split(' ')[1]!
      .split('/')
      .filter((segment) => segment && !segment.startsWith('{')),
  );
  return [...web, ...api, ...SERVER_SEGMENTS, ...BUILT_IN_LOCALES, ...SITE_NAMES];
};

const withoutSeparators = (word: string): string => usernameSkeleton(word).replace(/[._-]/g, '');
const RESERVED = new Set(reservedWords().map(withoutSeparators));

/** Username prefix of erased accounts. */
export const ERASED_PREFIX = 'deleted-';

/** True for usernames that equal or look like a route, an API segment or a language. */
export const isReservedUsername = (username: string): boolean =>
  RESERVED.has(withoutSeparators(username)) || username.toLowerCase().startsWith(ERASED_PREFIX);

/** Age in whole years at a day; both are `YYYY-MM-DD`. */
export const ageOn = (dateOfBirth: string, today: string): number => {
  const [birthYear, birthMonth, birthDay] = dateOfBirth.split('-').map(Number) as [number, number, number];
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  return year - birthYear - (month < birthMonth || (month === birthMonth && day < birthDay) ? 1 : 0);
};

/** At least 18 on the day of registration, and not implausibly old. */
export const isAdult = (dateOfBirth: string, today: string): boolean => {
  const age = ageOn(dateOfBirth, today);
  return age >= ADULT_YEARS && age < 120;
};

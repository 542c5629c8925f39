import { keysOf } from './keys.values.ts';
// Without imports, since the web's client code uses it.

export const GENDERS = ['female', 'male', 'transgender', 'nonbinary', 'other'] as const;

const range = (from: number, to: number, step: number): string[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => String(from + index * step));

/** Every attribute of a profile with the values it can have; what each is called is the text `reference.<attribute>.<value>`. */
export const PROFILE_OPTIONS = {
  orientation: ['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'asexual', 'queer', 'other'],
  ethnicity: ['asian', 'black', 'indian', 'latin', 'middleEastern', 'mixed', 'pacific', 'white', 'other'],
  bodyType: ['slim', 'athletic', 'average', 'muscular', 'curvy', 'large'],
  hairColor: ['black', 'brown', 'blonde', 'red', 'grey', 'white', 'coloured', 'bald'],
  hairLength: ['shaved', 'short', 'medium', 'long'],
  eyeColor: ['brown', 'hazel', 'green', 'blue', 'grey', 'black', 'other'],
  /** Centimetres. */
  height: range(140, 215, 1),
  /** Kilograms. */
  weight: range(40, 150, 5),
  tattoos: ['none', 'few', 'many'],
  piercings: ['none', 'few', 'many'],
} as const;
export type ProfileAttribute = keyof typeof PROFILE_OPTIONS;
export const PROFILE_ATTRIBUTES = keysOf(PROFILE_OPTIONS);

/** Searchable attributes, one value each. */
export const SEARCHABLE_ATTRIBUTES = ['ethnicity', 'bodyType', 'hairColor', 'eyeColor'] as const satisfies readonly ProfileAttribute[];

/** The name of each list in the answer of `GET /user-additional`. */
export const OPTION_LISTS = {
  gender: 'genders',
  orientation: 'orientations',
  ethnicity: 'ethnicities',
  bodyType: 'bodyTypes',
  hairColor: 'hairColors',
  hairLength: 'hairLengths',
  eyeColor: 'eyeColors',
  height: 'heights',
  weight: 'weights',
  tattoos: 'tattoos',
  piercings: 'piercings',
} as const satisfies Record<ProfileAttribute | 'gender', string>;

export const optionsOf = (attribute: ProfileAttribute | 'gender'): readonly string[] =>
  attribute === 'gender' ? GENDERS : PROFILE_OPTIONS[attribute];

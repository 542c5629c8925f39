import { keysOf, recordOf } from './keys.values.ts';
// Constants alone, since the web's client code uses them.

export const GENDERS = ['female', 'male', 'transgender', 'nonbinary', 'other'] as const;

const range = (from: number, to: number, step: number): string[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => String(from + index * step));

/**
 * Every attribute of a profile, in the order in which profiles and forms show them: its name in the answer of `GET /user-additional`, and the values it
 * can have. Each value is called the text `reference.<attribute>.<value>`, the attribute `profiles.attribute.<attribute>`.
 */
const ATTRIBUTES = {
  orientation: {
    list: 'orientations',
    values: ['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'asexual', 'queer', 'other'],
  },
  ethnicity: {
    list: 'ethnicities',
    values: ['asian', 'black', 'indian', 'latin', 'middleEastern', 'mixed', 'pacific', 'white', 'other'],
  },
  bodyType: { list: 'bodyTypes', values: ['slim', 'athletic', 'average', 'muscular', 'curvy', 'large'] },
  /** Centimetres. */
  height: { list: 'heights', values: range(140, 215, 1) },
  /** Kilograms. */
  weight: { list: 'weights', values: range(40, 150, 5) },
  hairColor: { list: 'hairColors', values: ['black', 'brown', 'blonde', 'red', 'grey', 'white', 'coloured', 'bald'] },
  hairLength: { list: 'hairLengths', values: ['shaved', 'short', 'medium', 'long'] },
  eyeColor: { list: 'eyeColors', values: ['brown', 'hazel', 'green', 'blue', 'grey', 'black', 'other'] },
  tattoos: { list: 'tattoos', values: ['none', 'few', 'many'] },
  piercings: { list: 'piercings', values: ['none', 'few', 'many'] },
} as const;
export type ProfileAttribute = keyof typeof ATTRIBUTES;
export const PROFILE_ATTRIBUTES = keysOf(ATTRIBUTES);

/** The values that an attribute can have. */
export const optionsOf = (attribute: ProfileAttribute): readonly string[] => ATTRIBUTES[attribute].values;

type OptionList = (typeof ATTRIBUTES)[ProfileAttribute]['list'];
/** The name of an attribute's list in the answer of `GET /user-additional`. */
export const optionListOf = (attribute: ProfileAttribute): OptionList => ATTRIBUTES[attribute].list;
/** The names of all lists in that answer. */
export const OPTION_LISTS: readonly ('genders' | OptionList)[] = ['genders', ...PROFILE_ATTRIBUTES.map(optionListOf)];

/** An object with an entry for each attribute. */
export const byAttribute = <T>(of: (attribute: ProfileAttribute) => T): Record<ProfileAttribute, T> => recordOf(PROFILE_ATTRIBUTES, of);

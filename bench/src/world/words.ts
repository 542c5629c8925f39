import { randomOf } from '../scale/draws.ts';
import { TAGS } from './size.ts';

const SYLLABLES = ['ba', 'do', 'ke', 'li', 'mu', 'na', 'po', 'ri', 'sa', 'tu', 've', 'zo', 'fi', 'gu', 'ha', 'jo', 'la', 'me', 'ni', 'ro'];

/** How many words texts are made of. */
export const VOCABULARY = 20_000;

/** A word of four syllables: none begins another, since searches find words by their beginnings. */
export const wordAt = (place: number): string => {
  let rest = place * 8;
  let word = '';
  for (let syllable = 0; syllable < 4; syllable += 1) {
    word += SYLLABLES[rest % SYLLABLES.length]!;
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word;
};

/** Sentences that texts are put together from; the first words of the vocabulary are frequent, the last ones rare. */
export const makeSentences = (count: number): string[] => {
  const random = randomOf(1);
  return Array.from({ length: count }, () => Array.from({ length: 4 }, () => wordAt(Math.floor(VOCABULARY * random() ** 2))).join(' '));
};

/** One of so many in SQL, the first ones far more often than the last ones. @param number a column */
export const skewed = (number: string, salt: number, below: number): string =>
  `floor(${below} * power(bench_draw(${number}, ${salt}, 1000000) / 1000000.0::float8, 2))::int`;

/** The tag of an item in SQL, by the column of its number. */
export const tagOf = (number: string): string => `'tag' || ${skewed(number, 31, TAGS)}`;

export const GIVEN_NAMES = [
  'Ada',
  'Amara',
  'Anouk',
  'Beatriz',
  'Bruno',
  'Carla',
  'Dario',
  'Elif',
  'Emil',
  'Farah',
  'Greta',
  'Hana',
  'Ines',
  'Ivo',
  'Jonas',
  'Kaya',
  'Lena',
  'Luca',
  'Mara',
  'Milo',
  'Nadia',
  'Noor',
  'Otto',
  'Paula',
  'Quinn',
  'Rosa',
  'Samir',
  'Tilda',
  'Uma',
  'Vera',
  'Wim',
  'Yara',
];
export const FAMILY_NAMES = [
  'Almeida',
  'Berg',
  'Costa',
  'Dubois',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Haddad',
  'Ito',
  'Jansen',
  'Kovacs',
  'Lind',
  'Moreau',
  'Novak',
  'Okafor',
  'Pinto',
  'Quiroga',
  'Rossi',
  'Santos',
  'Tanaka',
  'Urban',
  'Vidal',
  'Weber',
  'Yilmaz',
  'Zeman',
];
export const CRAFTS = [
  'Cellist',
  'Potter',
  'Dancer',
  'Painter',
  'Singer',
  'Juggler',
  'Baker',
  'Sculptor',
  'Poet',
  'Drummer',
  'Weaver',
  'Actor',
];
/** Spoken besides English. */
export const LANGUAGES = ['es', 'de', 'fr', 'pt', 'it', 'nl', 'ja', 'sv'];
/** Each with its country. */
export const CITIES: readonly (readonly [string, string])[] = [
  ['Porto', 'PT'],
  ['Lisbon', 'PT'],
  ['Berlin', 'DE'],
  ['Hamburg', 'DE'],
  ['Lyon', 'FR'],
  ['Paris', 'FR'],
  ['Turin', 'IT'],
  ['Seville', 'ES'],
  ['Utrecht', 'NL'],
  ['Ghent', 'BE'],
  ['Oslo', 'NO'],
  ['Malmo', 'SE'],
  ['Boston', 'US'],
  ['Austin', 'US'],
  ['Toronto', 'CA'],
  ['Osaka', 'JP'],
];

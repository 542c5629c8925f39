import type { ProfileAttribute } from './profile-options.ts';
// Without the values of the attributes: the table of pages, which every page loads, names the filters alone.

/** Attributes that lists of performers are narrowed by, one value each. */
export const SEARCHABLE_ATTRIBUTES = ['ethnicity', 'bodyType', 'hairColor', 'eyeColor'] as const satisfies readonly ProfileAttribute[];
export type SearchableAttribute = (typeof SEARCHABLE_ATTRIBUTES)[number];

/** All that lists of performers are narrowed by, as addresses name it, in the order of the chips. */
export const PERFORMER_FILTERS = ['online', 'country', 'language', 'gender', ...SEARCHABLE_ATTRIBUTES] as const;

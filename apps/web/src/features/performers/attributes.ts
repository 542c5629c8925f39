import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { ProfileAttribute } from '@stagedoor/contract/profile-options';
import { keysOf } from '@stagedoor/contract/keys.values';

/** Attributes of a profile in display order, each with its list in `GET /user-additional`. */
const LISTS = {
  orientation: 'orientations',
  ethnicity: 'ethnicities',
  bodyType: 'bodyTypes',
  height: 'heights',
  weight: 'weights',
  hairColor: 'hairColors',
  hairLength: 'hairLengths',
  eyeColor: 'eyeColors',
  tattoos: 'tattoos',
  piercings: 'piercings',
} as const satisfies Record<ProfileAttribute, keyof ResponseOf<Contract['GET /user-additional']>>;

export const ATTRIBUTES = keysOf(LISTS);
export const listOf = (attribute: ProfileAttribute): (typeof LISTS)[ProfileAttribute] => LISTS[attribute];

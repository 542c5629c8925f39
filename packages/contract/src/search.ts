import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { KIND_TRAITS, type KindWith, kindsWith } from './items.values.ts';
import { text } from './shapes.ts';

const count = z.number().int();
type CountKey = (typeof KIND_TRAITS)[KindWith<'isSearched'>]['path'];

/** Items found, by the path of their kind: `feeds`, `galleries`. */
const itemCounts = Object.fromEntries(kindsWith('isSearched').map((kind) => [KIND_TRAITS[kind].path, count])) as Record<
  CountKey,
  typeof count
>;

export const search = endpoints({
  'GET /search/total': {
    summary:
      'How many there are of each kind with these words, as far as the caller may know; of items, the newest thousand are looked at.',
    who: 'public',
    costly: true,
    query: z.object({ q: text(60) }),
    output: z.object({ performers: count, ...itemCounts }),
  },
});

import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { KIND_TRAITS, type KindWith, kindsWith } from './items.values.ts';
import { ACCESS_FILTERS, aboutFilters } from './items.ts';
import { liveState } from './live-state.ts';
import { performerCard, performerFilters } from './performers.ts';
import { productView } from './products.ts';
import { timelineItem } from './timelines.ts';
import { PRODUCT_TYPES } from './products.values.ts';
import { id, text } from './shapes.ts';
import { recordOf } from './keys.values.ts';

const count = z.number().int();
type CountKey = (typeof KIND_TRAITS)[KindWith<'isSearched'>]['path'];

/** Items found, by the path of their kind: `feeds`, `galleries`. */
const COUNT_KEYS = kindsWith('isSearched').map((kind): CountKey => KIND_TRAITS[kind].path);
const itemCounts = recordOf(COUNT_KEYS, () => count);

/** A performer whose name begins as what is typed. */
export const suggestedName = z.object({
  _id: id,
  username: z.string(),
  name: z.string(),
  avatar: z.string(),
  craft: z.string(),
  isLive: z.boolean(),
  live: liveState,
});
export type SuggestedName = z.output<typeof suggestedName>;

export const search = endpoints({
  'GET /search/top': {
    summary:
      'The best few with these words: performers, then items of all kinds. What has the words in its name or title comes first, then what has them in its tags, then in its text; among those what many like, lately, and what is by performers whom the caller follows.',
    who: 'public',
    costly: true,
    query: z.object({ q: text(60), ...aboutFilters, access: z.enum(ACCESS_FILTERS).optional() }),
    output: z.object({
      performers: z.array(performerCard),
      /** Items of every kind that is published into home feeds. */
      items: z.array(timelineItem),
      products: z.array(productView),
    }),
  },
  'GET /search/total': {
    summary:
      'How many there are of each kind with these words and filters, as far as the caller may know, items up to a thousand of a kind. Filters of performers narrow performers alone, those of items all other kinds, `productType` products alone. Kinds of which nothing has the words are counted with words that are written much like them.',
    who: 'public',
    costly: true,
    query: z.object({
      /** Without it, everything that the filters fit is counted. */
      q: text(60).optional(),
      ...performerFilters,
      ...aboutFilters,
      access: z.enum(ACCESS_FILTERS).optional(),
      productType: z.enum(PRODUCT_TYPES).optional(),
    }),
    output: z.object({
      performers: count,
      ...itemCounts,
      /** The kinds that were counted, and are listed, with other words than those typed. */
      corrected: z.array(z.enum(['performers', ...COUNT_KEYS])),
      /** What was probably meant, when nothing at all has the words as typed but something has these; else null. */
      didYouMean: z.string().nullable(),
    }),
  },
  'GET /search/suggestions': {
    summary: 'What may be meant by what is being typed: performers by name, words and tags of posts and other items, categories.',
    who: 'public',
    query: z.object({ q: text(60) }),
    output: z.object({
      performers: z.array(suggestedName),
      /** Whole words that begin as typed; none behind the first word. */
      words: z.array(z.string()),
      /** Tags that begin as typed, with how many items have each, roughly where many have it. */
      tags: z.array(z.object({ tag: z.string(), count })),
      categories: z.array(z.object({ _id: id, slug: z.string(), name: z.string() })),
    }),
  },
});

import type { ResponseOf } from '@stagedoor/contract';
import type { ACCESS_FILTERS } from '@stagedoor/contract/items';
import { kindsWith } from '@stagedoor/contract/items.values';
import type { ProductView } from '@stagedoor/contract/products';
import type { search } from '@stagedoor/contract/search';
import type { TimelineItem } from '@stagedoor/contract/timelines';
import type { Caller } from '../../platform/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { topItems } from '../items/index.ts';
import { findPerformers } from '../performers/index.ts';
import { correctionOf } from './correction-of.ts';

type Top = ResponseOf<(typeof search)['GET /search/top']>;
interface TopQuery {
  q: string;
  categoryId?: string | undefined;
  tag?: string | undefined;
  access?: (typeof ACCESS_FILTERS)[number] | undefined;
}

const MOST = { performers: 6, items: 12, products: 4 } as const;

/** The best few performers, items of all kinds, and products. */
export const findTop = async (platform: Platform, call: Caller, { q, ...filters }: TopQuery): Promise<Top> => {
  const correction = correctionOf(platform, q, 'items');
  // Filters of items say nothing of performers.
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const findPeople = async () =>
    (
      await findPerformers(platform, call.viewer, call.country, {
        q,
        locale: call.locale,
        limit: MOST.performers,
        offset: 0,
        sortBy: 'relevance',
        sort: 'desc',
      })
    ).list.data;
  const [performers, products, ...items] = await Promise.all([
    isNarrowed ? [] : findPeople(),
    topItems<ProductView>(platform, call, 'product', { q, ...filters, limit: MOST.products }, correction),
    ...kindsWith('isInTimelines').map((kind) =>
      topItems<TimelineItem>(platform, call, kind, { q, ...filters, limit: MOST.items }, correction),
    ),
  ]);
  const ranked = items.flat().toSorted((one, other) => other.rank - one.rank);
  return { performers, items: ranked.slice(0, MOST.items).map(({ item }) => item), products: products.map(({ item }) => item) };
};

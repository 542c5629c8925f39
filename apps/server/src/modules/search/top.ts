import type { ResponseOf } from '@stagedoor/contract';
import { KIND_TRAITS, kindsWith } from '@stagedoor/contract/items.values';
import type { search } from '@stagedoor/contract/search';
import type { Caller } from '../../platform/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { topItems } from '../items/index.ts';
import { findPerformers } from '../performers/index.ts';
import { correctionOf } from './correction-of.ts';

type Top = ResponseOf<(typeof search)['GET /search/top']>;

const MOST_PERFORMERS = 6;
const MOST_ITEMS = 6;

/** The best few of each kind. */
export const findTop = async (
  platform: Platform,
  call: Caller,
  {
    q,
    ...filters
  }: { q: string; categoryId?: string | undefined; tag?: string | undefined; access?: 'free' | 'subscribers' | 'sale' | undefined },
): Promise<Top> => {
  const kinds = kindsWith('isSearched');
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const content = correctionOf(platform, q, 'items');
  const [performers, ...items] = await Promise.all([
    // Filters of items say nothing of performers.
    isNarrowed
      ? []
      : findPerformers(platform, call.viewer, call.country, {
          q,
          limit: MOST_PERFORMERS,
          offset: 0,
          sortBy: 'relevance',
          sort: 'desc',
        }).then(({ list }) => list.data),
    ...kinds.map((kind) => topItems(platform, call, kind, { q, ...filters, limit: MOST_ITEMS }, content)),
  ]);
  return { performers, ...Object.fromEntries(kinds.map((kind, at) => [KIND_TRAITS[kind].path, items[at]!])) } as Top;
};

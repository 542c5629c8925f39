import type { ResponseOf } from '@stagedoor/contract';
import type { search } from '@stagedoor/contract/search';
import type { Caller } from '../../platform/caller.ts';
import { searchWordsOf } from '../../platform/database/search.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import { categoriesNamed } from '../categories/index.ts';
import { suggestNames } from '../performers/index.ts';
import { readCompletions } from '../words/index.ts';

type Suggestions = ResponseOf<(typeof search)['GET /search/suggestions']>;

/** How many of each are suggested. */
const MOST = { performers: 5, words: 4, categories: 3 } as const;
/** Fewer letters begin too much. */
const LEAST_LETTERS = 2;

/** What may be meant by what is being typed, as far as the viewer may know of it. */
export const suggest = async (platform: Platform, { viewer, country, locale }: Caller, q: string): Promise<Suggestions> => {
  const typed = searchWordsOf(q);
  if ((typed[0]?.length ?? 0) < LEAST_LETTERS) return { performers: [], words: [], categories: [] };
  const [performers, words, categories] = await Promise.all([
    suggestNames(platform, viewer, country, q, MOST.performers),
    typed.length === 1 ? readCompletions(platform.database, typed[0]!, visiblePerformer(viewer, country), MOST.words) : [],
    categoriesNamed(platform.database, typed, locale, MOST.categories),
  ]);
  return { performers, words, categories };
};

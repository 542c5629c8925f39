import type { ResponseOf } from '@stagedoor/contract';
import type { search } from '@stagedoor/contract/search';
import type { Caller } from '../../platform/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { type TypedWord, typedWordsOf } from '../../platform/search/query.ts';
import { visiblePerformer } from '../access/index.ts';
import { categoriesNamed } from '../categories/index.ts';
import { countTagged } from '../items/index.ts';
import { suggestNames } from '../performers/index.ts';
import { type Completion, readCompletions } from '../words/index.ts';

type Suggestions = ResponseOf<(typeof search)['GET /search/suggestions']>;

/** How many of each are suggested. */
const MOST = { performers: 5, words: 4, tags: 4, categories: 3 } as const;
const SIGN = '#';

/** A single letter begins too much; a character that is a word by itself doesn't, nor does an emoji. */
const isEnough = ({ text, cut }: TypedWord): boolean =>
  cut === 'pairs' || (text.match(/[\p{L}\p{M}\p{N}]/gu) ?? []).length > 1 || /^[^\p{L}\p{N}]+$/u.test(text);

/** Below this, a tag's items are counted at once, as far as the viewer sees them; above, the nightly count is near enough. */
const FEW = 100;
const tagsOf = async (platform: Platform, caller: Caller, known: readonly Completion[]): Promise<Suggestions['tags']> => {
  const few = known.filter(({ items }) => items < FEW).map(({ spelling }) => spelling);
  const counted = few.length === 0 ? new Map<string, number>() : await countTagged(platform, caller, few, FEW);
  return known
    .map(({ spelling, items }) => ({ tag: spelling, count: counted.get(spelling) ?? items }))
    .filter(({ count }) => count > 0)
    .slice(0, MOST.tags);
};

/** What may be meant by what is being typed, as far as the viewer may know of it. */
export const suggest = async (platform: Platform, caller: Caller, q: string): Promise<Suggestions> => {
  const { viewer, country, locale } = caller;
  const typed = typedWordsOf(q);
  const [first, ...more] = typed;
  if (!first || !isEnough(first)) return { performers: [], words: [], tags: [], categories: [] };
  const isVisible = visiblePerformer(viewer, country);
  const complete = (word: string, limit: number) => readCompletions(platform.database, word, isVisible, limit);
  const isTag = first.text.startsWith(SIGN);
  const [performers, words, tags, categories] = await Promise.all([
    isTag ? [] : suggestNames(platform, viewer, country, q, MOST.performers),
    more.length === 0 && first.cut === 'whole' ? complete(first.text, MOST.words) : [],
    // A tag may have gone since the night.
    more.length === 0 ? complete(isTag ? first.text : SIGN + first.text, MOST.tags * 2) : [],
    categoriesNamed(platform.database, q, locale, MOST.categories),
  ]);
  return { performers, words: words.map(({ spelling }) => spelling), tags: await tagsOf(platform, caller, tags), categories };
};

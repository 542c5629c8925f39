import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import { PRODUCT_TYPES } from '@stagedoor/contract/products.values';
import { FREQUENT_WORD } from '../world/size.ts';
import type { Audience } from './audience.ts';
import type { ScaleLine } from './lines.ts';
import { listsOf } from './questions.ts';

// Searches of a million items: 20 of what words and filters find. The peer answers the same rows by one prepared statement that an index
// helps; of misspelt words, those of the words that were meant.

const GOAL = 0.5;
const MISSPELT_GOAL = 0.15;
/** Of eight letters so many are typed: a word of a thousand begins so. */
const TYPED = 6;

/** Two letters change places: never a word, since all are made of syllables of a consonant and a vowel. */
const misspelt = (word: string): string => word.slice(0, 2) + word[3]! + word[2]! + word.slice(4);

export const searches = ({ fans, rareWords, titles, categories, tags, performerWords }: Audience): ScaleLine[] => {
  const listOf = listsOf({ fans });
  const posts = (filters: string): string => `/api/feeds?limit=20&${filters}`;
  const products = (filters: string): string => `/api/performer-assets/products/search?limit=20&${filters}`;
  const wordIn = (word: string, of: string): string => `${word}~${of}`;
  return [
    {
      name: 'search of posts, exact words',
      ...listOf(
        (draw) => draw.any(titles),
        (words) => posts(`q=${words.join('+')}`),
        (words) => `/exact-words/${words.join('%26')}`,
      ),
      goal: GOAL,
    },
    {
      name: 'search of posts, the beginning of a word',
      ...listOf(
        (draw) => draw.any(rareWords).slice(0, TYPED),
        (word) => posts(`q=${word}`),
        (word) => `/prefix/${word}`,
      ),
      goal: GOAL,
    },
    {
      name: 'search of posts, misspelt words',
      ...listOf(
        (draw) => draw.any(rareWords),
        (word) => posts(`q=${misspelt(word)}`),
        (word) => `/exact-words/${word}`,
      ),
      goal: MISSPELT_GOAL,
    },
    {
      name: 'search of performers, misspelt words',
      // Words of at least six letters are corrected.
      ...listOf(
        (draw) => draw.any(performerWords.filter(({ length }) => length >= TYPED)),
        (word) => `/api/performers/search?q=${misspelt(word)}`,
        (word) => `/performers/${word}`,
      ),
      goal: MISSPELT_GOAL,
    },
    {
      name: 'search of posts, words in a category',
      ...listOf(
        (draw) => ({ word: draw.any(rareWords), category: draw.any(categories) }),
        ({ word, category }) => posts(`q=${word}&categoryId=${category}`),
        ({ word, category }) => `/word-in-category/${wordIn(word, category)}`,
      ),
      goal: GOAL,
    },
    {
      name: 'search of posts, words, for sale',
      ...listOf(
        (draw) => draw.any(rareWords),
        (word) => posts(`q=${word}&access=sale`),
        (word) => `/word-for-sale/${word}`,
      ),
      goal: GOAL,
    },
    {
      name: 'search of posts, words, the most liked',
      ...listOf(
        (draw) => draw.any(rareWords),
        (word) => posts(`q=${word}&sortBy=popular`),
        (word) => `/word-most-liked/${word}`,
      ),
      goal: GOAL,
    },
    {
      name: 'search of posts, the word in every second one, in a category',
      ...listOf(
        (draw) => draw.any(categories),
        (category) => posts(`q=${FREQUENT_WORD}&categoryId=${category}`),
        (category) => `/frequent-in-category/${wordIn(FREQUENT_WORD, category)}`,
      ),
      goal: GOAL,
      connections: 4,
    },
    {
      name: 'posts of a category',
      ...listOf(
        (draw) => draw.any(categories),
        (category) => posts(`categoryId=${category}`),
        (category) => `/of-category/${category}`,
      ),
      goal: GOAL,
    },
    {
      name: 'posts with a tag',
      ...listOf(
        (draw) => draw.zipf(tags),
        (tag) => posts(`tag=${tag}`),
        (tag) => `/of-tag/${tag}`,
      ),
      goal: GOAL,
    },
    {
      name: 'posts by access',
      ...listOf(
        (draw) => draw.any(ACCESS_FILTERS),
        (access) => posts(`access=${access}`),
        (access) => `/access-${access}/feed`,
      ),
      goal: GOAL,
    },
    {
      name: 'posts by what they are of',
      ...listOf(
        (draw) => draw.any(['photo', 'video', 'text']),
        (type) => posts(`type=${type}`),
        (type) => `/of-media/${type}`,
      ),
      goal: GOAL,
    },
    {
      name: 'products by type',
      ...listOf(
        (draw) => draw.any(PRODUCT_TYPES),
        (type) => products(`type=${type}`),
        (type) => `/products-of-type/${type}`,
      ),
      goal: GOAL,
    },
    {
      name: 'products by type, the cheapest',
      ...listOf(
        (draw) => draw.any(PRODUCT_TYPES),
        (type) => products(`type=${type}&sortBy=price&sort=asc`),
        (type) => `/cheapest-products/${type}`,
      ),
      goal: GOAL,
    },
    {
      name: 'search of products, words by type',
      ...listOf(
        (draw) => ({ word: draw.any(rareWords), type: draw.any(PRODUCT_TYPES) }),
        ({ word, type }) => products(`q=${word}&type=${type}`),
        ({ word, type }) => `/products-with-word/${wordIn(word, type)}`,
      ),
      goal: GOAL,
    },
  ];
};

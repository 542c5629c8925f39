/** Further words of a query are ignored. */
const MAX_WORDS = 8;

/** The words of search input, as documents of `search_words` have them. */
export const searchWordsOf = (typed: string): string[] =>
  typed
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS);

/**
 * Converts search input to a query of the configuration `simple` over documents of `search_words` (migration 0017): every word must match
 * as a prefix. Null when the input contains no word.
 * @param weights the weights to search, such as `AB`; all by default
 */
export const searchQueryOf = (typed: string, weights = ''): string | null => {
  const words = searchWordsOf(typed);
  // A single letter as a prefix would match too much.
  return words.length === 0 ? null : words.map((word) => `${word}:${word.length > 1 ? '*' : ''}${weights}`).join(' & ');
};

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

/** Words that must all be found, each as itself or as one of its other spellings. */
export type SearchWords = readonly (readonly string[])[];

/** Words as they were typed. */
export const asTyped = (typed: string): SearchWords => searchWordsOf(typed).map((word) => [word]);

/**
 * Converts words to a query of the configuration `simple` over documents of `search_words`: every word must match as a
 * prefix. Null without words.
 * @param weights the weights to search, such as `AB`; all by default
 */
export const searchQueryOf = (words: SearchWords, weights = ''): string | null => {
  if (words.length === 0) return null;
  // A single letter as a prefix would match too much.
  const term = (word: string) => `${word}:${word.length > 1 ? '*' : ''}${weights}`;
  return words.map((spellings) => `(${spellings.map(term).join(' | ')})`).join(' & ');
};

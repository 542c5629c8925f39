/** More words than anybody types. */
const MAX_WORDS = 8;

/**
 * What was typed, as a query of the configuration `simple` over documents of `search_words` (migration 0018): every word must be there,
 * by its beginning. Null when there is no word in it.
 * @param weights where the words may stand, such as `AB`; everywhere unless given
 */
export const searchQueryOf = (typed: string, weights = ''): string | null => {
  const words = typed
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  // One letter begins too much.
  return words.length === 0 ? null : words.map((word) => `${word}:${word.length > 1 ? '*' : ''}${weights}`).join(' & ');
};

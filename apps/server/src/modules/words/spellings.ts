import { fold } from '../../platform/search/fold.ts';
import { clustersOf, elementsOf } from '../../platform/search/tokens.ts';

// Words as people write them, and as searches compare them. Scripts without spaces have none here: where their words end only a dictionary tells.
// Tags stand for them in suggestions.

/** Letters with their marks; the joiner within a word of an Indic script belongs to it. */
const WORDS = /\p{L}[\p{L}\p{M}\u200d]*/gu;
/** Shorter ones are too many, longer ones aren't words. */
const LEAST_LETTERS = 3;
const MOST_LETTERS = 40;

/** A word of search input or of a text that stands between spaces; null for anything else. */
const knownWordOf = (spelling: string): string | null => {
  const folded = fold(spelling);
  const [element, ...more] = elementsOf(folded);
  if (!element || more.length > 0 || element.type !== 'word' || element.parts.length !== 1) return null;
  const { runs } = element.parts[0]!;
  if (runs.length !== 1 || runs[0]!.cut !== 'whole' || runs[0]!.text !== folded) return null;
  const { length } = clustersOf(folded);
  return length >= LEAST_LETTERS && length <= MOST_LETTERS && folded.length <= MOST_LETTERS ? folded : null;
};

/** The words of a text, each with a spelling. Of several spellings the one with accents is shown: it sorts behind the one without. */
export const spellingsOf = (text: string): Map<string, string> => {
  const found = new Map<string, string>();
  const lower = new Set([...text.toLowerCase().normalize('NFC').matchAll(WORDS)].map(([spelling]) => spelling));
  for (const spelling of lower) {
    const word = knownWordOf(spelling);
    if (word !== null && spelling > (found.get(word) ?? '')) found.set(word, spelling);
  }
  return found;
};

/** A tag as searches compare it, with its sign; null for one without letters. */
export const tagWordOf = (tag: string): string | null => {
  const [element, ...more] = elementsOf(fold(`#${tag}`));
  return element?.type === 'marked' && more.length === 0 && element.text.length <= MOST_LETTERS ? element.text : null;
};

/** A word, and it without each one of its characters with their marks: two words with one of these in common are one slip apart. */
export const variantsOf = (word: string): string[] => {
  const clusters = clustersOf(word);
  return [...new Set([word, ...clusters.map((_, at) => clusters.toSpliced(at, 1).join(''))])];
};

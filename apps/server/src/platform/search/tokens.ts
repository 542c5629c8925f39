import { CLUSTERED, PAIRED, fold, foldSecondName } from './fold.ts';

// A text becomes tokens, which are stored, and a query becomes conditions over tokens (`query.ts`), by the same cutting. Scripts with spaces are cut
// into words; the others into overlapping pairs or threes of characters, because where their words end only a dictionary tells, and dictionaries change.

/** Longer words are cut. */
const MAX_LENGTH = 40;
/** A text has at most so many different tokens: a longer document couldn't be stored. */
const MAX_TOKENS = 5000;

/** Characters that may stand within a word that is put together: apostrophes, quotes as in צה״ל, hyphens, dots. */
const JOINERS = String.raw`'’ʼ".\-·_״׳\u200c`;
const APOSTROPHES = new Set(["'", '’', 'ʼ']);
const LETTER = String.raw`(?![ʼ])[\p{L}\p{N}]`;
const WORD = String.raw`${LETTER}(?:(?![ʼ])[\p{L}\p{M}\p{N}])*`;
const ELEMENTS = new RegExp(
  [
    String.raw`(?<![\p{L}\p{M}\p{N}])(?<sign>[#@])(?<marked>${WORD}(?:[._\-]+${WORD})*)`,
    String.raw`(?<compound>${WORD}(?:[${JOINERS}]${WORD})*)`,
    String.raw`(?<emoji>\p{RI}{2}|(?![©®])\p{ExtPict})`,
  ].join('|'),
  'gu',
);
const RUNS = new RegExp(
  String.raw`(?<paired>[${PAIRED}][${PAIRED}\p{M}]*)|(?<clustered>[${CLUSTERED}][${CLUSTERED}\p{M}]*)|(?<spaced>[^${PAIRED}${CLUSTERED}]+)`,
  'gu',
);

/** A stretch of one word in scripts that are cut in the same way. */
export interface Run {
  cut: 'pairs' | 'threes' | 'whole';
  text: string;
}

/** One part of a word that is put together. */
export interface Part {
  runs: readonly Run[];
  /** It is one letter beside an apostrophe, such as the l of l’amour. */
  isElided: boolean;
}

export type Element =
  | { type: 'emoji'; text: string }
  /** A tag or a mention: `text` has its sign. */
  | { type: 'marked'; text: string; parts: readonly Part[] }
  /** `joined`: all parts as one word; null where that is no word. */
  | { type: 'word'; parts: readonly Part[]; joined: string | null };

const runsOf = (word: string): Run[] =>
  [...word.matchAll(RUNS)].map(({ 0: text, groups }) => ({
    cut: groups!['paired'] === undefined ? (groups!['clustered'] === undefined ? 'whole' : 'threes') : 'pairs',
    text,
  }));

const lengthOf = (text: string): number => Array.from(text).length;
const isUnspaced = ({ runs }: Part): boolean => runs.some(({ cut }) => cut !== 'whole');
/** More parts are a list rather than a word. */
const MAX_JOINED = 4;

const joinedOf = (words: readonly string[], parts: readonly Part[]): string | null => {
  const isWord = words.length > 1 && words.length <= MAX_JOINED && !words.every((word) => /^\d+$/u.test(word)) && !parts.some(isUnspaced);
  return isWord ? words.join('') : null;
};

const wordOf = (compound: string): Element => {
  const pieces = compound.split(new RegExp(`([${JOINERS}])`, 'u'));
  const words = pieces.filter((_, at) => at % 2 === 0);
  const parts = words.map((word, at) => ({
    runs: runsOf(word),
    isElided:
      lengthOf(word) === 1 && [pieces[at * 2 - 1], pieces[at * 2 + 1]].some((joiner) => joiner !== undefined && APOSTROPHES.has(joiner)),
  }));
  return { type: 'word', parts, joined: joinedOf(words, parts) };
};

const markedOf = (sign: string, marked: string): Element => {
  // A tag is one word whatever joins it; a username has its dots.
  const text = sign + (sign === '#' ? marked.replace(/[._-]/gu, '') : marked);
  const parts = marked.split(/[._-]+/u).map((word) => ({ runs: runsOf(word), isElided: false }));
  return { type: 'marked', text, parts };
};

interface PlacedElement {
  element: Element;
  /** Its place in the folded text. */
  start: number;
  end: number;
}

const placedElementsOf = (folded: string): PlacedElement[] =>
  [...folded.matchAll(ELEMENTS)].map(({ 0: written, index: start, groups }) => {
    const { sign, marked, compound, emoji } = groups!;
    const element: Element = emoji ? { type: 'emoji', text: emoji } : compound ? wordOf(compound) : markedOf(sign!, marked!);
    return { element, start, end: start + written.length };
  });

/** The elements of a folded text in their order. */
export const elementsOf = (folded: string): Element[] => placedElementsOf(folded).map(({ element }) => element);

/** A text's first characters, never half of one. */
export const cutWord = (word: string): string => (word.length <= MAX_LENGTH ? word : Array.from(word).slice(0, MAX_LENGTH).join(''));

/** Characters with their marks. */
export const clustersOf = (run: string): string[] => run.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
/** How many characters with their marks a piece has. */
const SIZE = { pairs: 2, threes: 3 } as const;

/** The overlapping pieces of a run: those of full size, and without `isWhole` the shorter ones at its end, too. */
export const piecesOf = (text: string, cut: 'pairs' | 'threes', isWhole: boolean): string[] => {
  const clusters = clustersOf(text);
  const size = SIZE[cut];
  const ends = isWhole ? Math.max(1, clusters.length - size + 1) : clusters.length;
  return Array.from({ length: ends }, (_, at) => clusters.slice(at, at + size).join(''));
};

const LEAST_LETTERS = 3;
const isLongEnough = (word: string): boolean => word.length >= LEAST_LETTERS;
/** An Arabic word without its article; itself where it has none. */
export const withoutArticle = (word: string): string => {
  const [article] = /^(?:[وبكف]?ال|لل)/u.exec(word) ?? [''];
  const rest = word.slice(article!.length);
  return isLongEnough(rest) ? rest : word;
};
const HEBREW_PREFIX = /^[ובהלכמש]/u;
/** A Hebrew word without one and without two of the letters that stand for and, in, the, to, as, from, that. */
const withoutPrefixes = (word: string): string[] => {
  const one = HEBREW_PREFIX.test(word) ? word.slice(1) : '';
  const two = HEBREW_PREFIX.test(one) ? one.slice(1) : '';
  return /^\p{scx=Hebrew}/u.test(word) ? [one, two].filter(isLongEnough) : [];
};

/** A token and its place in the folded text. */
export interface PlacedToken {
  token: string;
  start: number;
  end: number;
}

const wordTokens = (word: string, start: number): PlacedToken[] => {
  const cut = cutWord(word);
  const end = start + cut.length;
  // A form lacks letters of the word's beginning, never of its end.
  return [...new Set([cut, withoutArticle(cut), ...withoutPrefixes(cut)])].map((token) => ({ token, start: end - token.length, end }));
};
const pieceTokens = (text: string, cut: 'pairs' | 'threes', start: number): PlacedToken[] => {
  const clusters = clustersOf(text);
  let next = start;
  return piecesOf(text, cut, false).map((token, at) => {
    const place = next;
    next += clusters[at]!.length;
    return { token, start: place, end: place + token.length };
  });
};
const partTokens = (parts: readonly Part[], folded: string, start: number): PlacedToken[] => {
  let next = start;
  return parts.flatMap(({ runs }) =>
    runs.flatMap(({ cut, text }) => {
      const place = folded.indexOf(text, next);
      next = place + text.length;
      return cut === 'whole' ? wordTokens(text, place) : pieceTokens(text, cut, place);
    }),
  );
};
const elementTokens = ({ element, start, end }: PlacedElement, folded: string): PlacedToken[] => {
  if (element.type === 'emoji') return [{ token: element.text, start, end }];
  const parts = partTokens(element.parts, folded, start);
  if (element.type === 'marked') return [{ token: cutWord(element.text), start, end }, ...parts];
  return element.joined === null ? parts : [...parts, ...wordTokens(element.joined, 0).map(({ token }) => ({ token, start, end }))];
};

/** The tokens of a folded text in their order, each as often as it is there. */
export const placedTokensOf = (folded: string): PlacedToken[] =>
  placedElementsOf(folded).flatMap((element) => elementTokens(element, folded));
const foldedTokens = (folded: string): string[] => placedTokensOf(folded).map(({ token }) => token);

const distinct = (tokens: readonly string[]): string[] => [...new Set(tokens)].slice(0, MAX_TOKENS);

const WORDS = /[\p{L}\p{M}\p{N}]+|\p{RI}{2}|\p{ExtPict}/gu;
const wholeOf = (folded: string): string => cutWord((folded.match(WORDS) ?? []).join(' '));

/** A whole name as one token, in each of its spellings: for who is called exactly as typed. */
export const wholeTokensOf = (name: string): string[] => [...new Set([wholeOf(fold(name)), wholeOf(foldSecondName(name))])].filter(Boolean);

/** The tokens of a text, each once, in their order. */
export const tokensOf = (text: string): string[] => distinct(foldedTokens(fold(text)));

/** The tokens of a name: those of its second spelling, too. */
export const nameTokensOf = (name: string): string[] => distinct([...tokensOf(name), ...foldedTokens(foldSecondName(name))]);

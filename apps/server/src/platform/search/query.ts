import { fold } from './fold.ts';
import { type Element, type Part, clustersOf, cutWord, elementsOf, piecesOf, withoutArticle } from './tokens.ts';

/** Further words of a query are ignored. */
const MAX_ELEMENTS = 8;

/** A condition over the tokens of a text. */
export type Condition =
  | { type: 'token'; token: string; isPrefix: boolean }
  | { type: 'all'; of: readonly Condition[] }
  | { type: 'any'; of: readonly Condition[] };

const token = (text: string, isPrefix: boolean): Condition => ({ type: 'token', token: text, isPrefix });
/** All of one or more conditions. */
export const allOf = (of: readonly Condition[]): Condition => (of.length === 1 ? of[0]! : { type: 'all', of });
/** Any of one or more conditions. */
export const anyOf = (of: readonly Condition[]): Condition => (of.length === 1 ? of[0]! : { type: 'any', of });

const isLonger = (word: string): boolean => Array.from(word).length > 1;
/** A word as a beginning: a single letter would begin too much. */
const wordCondition = (word: string, isBeginning = true): Condition => {
  const cut = cutWord(word);
  return anyOf([...new Set([cut, withoutArticle(cut)])].map((form) => token(form, isBeginning && isLonger(form))));
};

const FULL = { pairs: 2, threes: 3 } as const;
const runCondition = (text: string, cut: 'pairs' | 'threes'): Condition => {
  const pieces = piecesOf(text, cut, true);
  const isShort = clustersOf(text).length < FULL[cut];
  // A pair is exact; the last three characters may go on with a mark.
  return allOf(pieces.map((piece, at) => token(piece, isShort || (cut === 'threes' && at === pieces.length - 1))));
};

const partCondition = ({ runs }: Part, isBeginning: boolean): Condition =>
  allOf(runs.map(({ cut, text }) => (cut === 'whole' ? wordCondition(text, isBeginning) : runCondition(text, cut))));

/** A word that is put together may be written as one, or in parts; only the last one can be a beginning. */
const wordsCondition = (parts: readonly Part[], joined: string | null): Condition => {
  const told = parts.map((part, at) => ({ part, isLast: at === parts.length - 1 })).filter(({ part }) => !part.isElided);
  const apart = told.length === 0 ? [] : [allOf(told.map(({ part, isLast }) => partCondition(part, isLast)))];
  return joined === null ? (apart[0] ?? allOf(parts.map((part) => partCondition(part, false)))) : anyOf([wordCondition(joined), ...apart]);
};

const conditionOf = (element: Element): Condition => {
  if (element.type === 'emoji') return token(element.text, false);
  if (element.type === 'marked') return token(cutWord(element.text), true);
  return wordsCondition(element.parts, element.joined);
};

/** The conditions of search input, one for each of its words: a text that has all of them is found. Empty without words. */
export const conditionsOf = (typed: string): Condition[] => elementsOf(fold(typed)).slice(0, MAX_ELEMENTS).map(conditionOf);

/** One word of search input: as it is compared, and how it is cut; `other` for tags, emoji and words of several scripts. */
export interface TypedWord {
  text: string;
  cut: 'whole' | 'pairs' | 'threes' | 'other';
}

const typedWordOf = (element: Element): TypedWord => {
  if (element.type !== 'word') return { text: element.text, cut: 'other' };
  if (element.joined !== null) return { text: element.joined, cut: 'whole' };
  const runs = element.parts.flatMap((part) => part.runs);
  const text = element.parts.map((part) => part.runs.map((run) => run.text).join('')).join(' ');
  return { text, cut: runs.length === 1 ? runs[0]!.cut : 'other' };
};

/** The words of search input, one for each of its conditions. */
export const typedWordsOf = (typed: string): TypedWord[] => elementsOf(fold(typed)).slice(0, MAX_ELEMENTS).map(typedWordOf);

/** Tells if a text with these tokens meets a condition, as the index would. */
export const meets = (condition: Condition, tokens: readonly string[]): boolean => {
  if (condition.type === 'all') return condition.of.every((one) => meets(one, tokens));
  if (condition.type === 'any') return condition.of.some((one) => meets(one, tokens));
  const { token: asked, isPrefix } = condition;
  return isPrefix ? tokens.some((one) => one.startsWith(asked)) : tokens.includes(asked);
};

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * A condition as text that PostgreSQL casts to `tsquery`.
 * @param prefixes what stands before each token where it is stored, such as version and kind: any of them
 * @param weights the weights to search, such as `AB`; all by default
 */
export const toTsquery = (condition: Condition, prefixes: readonly string[] = [''], weights = ''): string => {
  if (condition.type === 'token') {
    const flags = (condition.isPrefix ? '*' : '') + weights;
    const terms = prefixes.map((prefix) => quoted(prefix + condition.token) + (flags ? `:${flags}` : ''));
    return terms.length === 1 ? terms[0]! : `(${terms.join(' | ')})`;
  }
  return `(${condition.of.map((one) => toTsquery(one, prefixes, weights)).join(condition.type === 'all' ? ' & ' : ' | ')})`;
};

/** The conditions of search input as one. Null without words. */
export const queryOf = (typed: string): Condition | null => {
  const conditions = conditionsOf(typed);
  return conditions.length === 0 ? null : allOf(conditions);
};

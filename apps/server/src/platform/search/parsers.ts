import { type Condition, conditionsOf } from './query.ts';
import { nameTokensOf, tokensOf, wholeTokensOf } from './tokens.ts';

/** A version of how texts and queries are cut. Whoever changes what it returns adds another one: rows are rewritten while both are searched. */
export interface Parser {
  /** Stands first in each word that is stored. */
  readonly letter: string;
  readonly tokensOf: (text: string) => string[];
  readonly nameTokensOf: (name: string) => string[];
  readonly wholeTokensOf: (name: string) => string[];
  readonly conditionsOf: (typed: string) => Condition[];
}

/** The parsers that this release writes, the one that searches are to read last. Tests add one. */
export const PARSERS: Parser[] = [{ letter: 'a', tokensOf, nameTokensOf, wholeTokensOf, conditionsOf }];

/** The version of rows that are written now. */
export const writtenNow = (): string => PARSERS.map(({ letter }) => letter).join('');

/** The parser of a letter that searches read; null for the indexes of before, and for what this release doesn't know any more. */
export const parserOf = (letter: string): Parser | null => PARSERS.find((parser) => parser.letter === letter) ?? null;

import { type SearchWords, asTyped } from '../../platform/database/search.ts';
import type { Platform } from '../../platform/platform.ts';
import { fold } from '../../platform/search/fold.ts';
import type { Parser } from '../../platform/search/parsers.ts';
import { type Condition, type TypedWord, allOf, anyOf, typedWordsOf } from '../../platform/search/query.ts';
import { clustersOf, piecesOf } from '../../platform/search/tokens.ts';
import { LEAST_CORRECTED, slipsAllowed, slipsBetween } from '../../platform/slips.ts';
import { type Candidate, type WordScope, readCandidates } from './known-words.ts';
import { variantsOf } from './spellings.ts';
import { type Synonyms, loadSynonyms, synonymsOf } from './synonyms.store.ts';

/** A misspelt word is looked for as so many that it may mean. */
const MEANT = 3;
/** Shorter runs of scripts without spaces aren't corrected. */
const LEAST_UNSPACED = 5;

export interface Correction {
  /** Each misspelt word with the words that it may mean, for the indexes of before. */
  words: SearchWords;
  /** The same as conditions over the words of a parser; misspelt characters of scripts without spaces, too. */
  conditions: (parser: Parser) => Condition[];
  /** The words probably meant, to be shown; null where only characters of scripts without spaces are wrong. */
  meant: string | null;
}

/** Letters of these scripts carry a vowel: words have few, and many differ by one. */
const SYLLABIC =
  /[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Tibt}\p{scx=Ethi}]/u;
const slipsIn = (word: string): number => Math.min(slipsAllowed(clustersOf(word).length), SYLLABIC.test(word) ? 1 : 2);

/** The words nearest to one: fewest slips first, then the most frequent. */
const nearest = (typed: string, candidates: readonly Candidate[]): Candidate[] => {
  const most = slipsIn(typed);
  const distinct = new Map(candidates.toSorted((a, b) => a.uses - b.uses).map((candidate) => [candidate.word, candidate]));
  return [...distinct.values()]
    .map((candidate) => ({ candidate, slips: slipsBetween(typed, candidate.word, most) }))
    .filter(({ slips }) => slips > 0 && slips <= most)
    .toSorted((a, b) => a.slips - b.slips || b.candidate.uses - a.candidate.uses || (a.candidate.word < b.candidate.word ? -1 : 1))
    .map(({ candidate }) => candidate)
    .slice(0, MEANT);
};

/** For each character of a run, the run without the pieces that have it: what differs in it alone is found. */
const withoutEach = (run: string, cut: 'pairs' | 'threes'): Condition[] => {
  const pieces = piecesOf(run, cut, true);
  const size = cut === 'pairs' ? 2 : 3;
  return clustersOf(run).flatMap((_, at) => {
    const rest = pieces.filter((_piece, place) => place > at || place + size <= at);
    return rest.length === 0 ? [] : [allOf(rest.map((token): Condition => ({ type: 'token', token, isPrefix: false })))];
  });
};

const isUnspaced = (word: TypedWord): word is TypedWord & { cut: 'pairs' | 'threes' } =>
  (word.cut === 'pairs' || word.cut === 'threes') && clustersOf(word.text).length >= LEAST_UNSPACED;

/** Returns the possible meanings of each misspelt word, by the word. */
const meaningsOf = async (platform: Pick<Platform, 'database'>, typed: readonly TypedWord[], scope: WordScope, synonyms: Synonyms) => {
  const spaced = typed.filter(({ text, cut }) => cut === 'whole' && clustersOf(text).length >= LEAST_CORRECTED);
  if (spaced.length === 0) return new Map<string, Candidate[]>();
  const asked = spaced.map(({ text }) => ({ word: text, variants: variantsOf(text), isLong: slipsIn(text) > 1 }));
  const found = await readCandidates(platform.database, asked, scope);
  const own = [...synonyms.spellings].map(([word, spelling]) => ({ word, spelling, uses: 0 }));
  return new Map([...found].map(([word, candidates]) => [word, nearest(word, [...candidates, ...own])]));
};

/** Search input with what its misspelt words may mean; null when none is misspelt, or nothing is like them. For searches that found nothing. */
export const correct = async (platform: Pick<Platform, 'database'>, typed: string, scope: WordScope): Promise<Correction | null> => {
  const words = typedWordsOf(typed);
  const synonyms = await loadSynonyms(platform);
  const meanings = await meaningsOf(platform, words, scope, synonyms);
  const meantBy = (word: string): readonly Candidate[] => meanings.get(word) ?? [];
  const isAnyMeant = words.some(({ text }) => meantBy(text).length > 0);
  if (!isAnyMeant && !words.some(isUnspaced)) return null;
  return {
    // The indexes of before have no words with marks.
    words: asTyped(typed).map((own) => [
      ...own,
      ...meantBy(fold(own[0]!))
        .map(({ word }) => word)
        .filter((word) => /^[\p{L}\p{N}]+$/u.test(word)),
    ]),
    conditions(parser) {
      const own = parser.conditionsOf(typed);
      if (own.length !== words.length) return own;
      return own.map((condition, at) => {
        const word = words[at]!;
        if (isUnspaced(word)) return anyOf([condition, ...withoutEach(word.text, word.cut)]);
        const meant = meantBy(word.text).map((candidate) => candidate.word);
        const others = [...meant, ...meant.flatMap((one) => synonymsOf(synonyms, one).map((member) => member.join(' ')))];
        return anyOf([condition, ...others.map((other) => allOf(parser.conditionsOf(other)))]);
      });
    },
    meant: isAnyMeant ? words.map(({ text }) => meantBy(text)[0]?.spelling ?? text).join(' ') : null,
  };
};

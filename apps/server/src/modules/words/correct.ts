import { type SearchWords, asTyped, searchWordsOf } from '../../platform/database/search.ts';
import type { Executor } from '../../platform/database/database.ts';
import { type Candidate, type WordScope, readCandidates } from './known-words.ts';
import { LEAST_CORRECTED, slipsAllowed, slipsBetween } from '../../platform/slips.ts';

/** A misspelt word is looked for as so many that it may mean. */
const MEANT = 3;

export interface Correction {
  /** Each misspelt word with the words that it may mean. */
  words: SearchWords;
  /** What was probably meant, to be shown. */
  meant: string;
}

/** The words nearest to one: fewest slips first, then the most frequent. */
const nearest = (typed: string, candidates: readonly Candidate[]): Candidate[] => {
  const most = slipsAllowed(typed.length);
  return candidates
    .map((candidate) => ({ candidate, slips: slipsBetween(typed, candidate.word, most) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips || b.candidate.uses - a.candidate.uses || (a.candidate.word < b.candidate.word ? -1 : 1))
    .map(({ candidate }) => candidate)
    .slice(0, MEANT);
};

/** Search input with what its misspelt words may mean; null when none is misspelt, or nothing is like them. For searches that found nothing. */
export const correct = async (executor: Executor, typed: string, scope: WordScope): Promise<Correction | null> => {
  const words = searchWordsOf(typed);
  if (!words.some((word) => word.length >= LEAST_CORRECTED)) return null;
  const candidates = await readCandidates(executor, words, scope);
  const corrected = words.map((word, place) => {
    const found = candidates.get(place);
    return found ? nearest(word, found) : [];
  });
  if (corrected.every((found) => found.length === 0)) return null;
  return {
    words: asTyped(typed).map((own, place) => [...own, ...corrected[place]!.map(({ word }) => word)]),
    meant: words.map((word, place) => corrected[place]![0]?.spelling ?? word).join(' '),
  };
};

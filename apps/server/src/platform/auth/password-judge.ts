import { type Match, ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import * as spanish from '@zxcvbn-ts/language-es-es';

/** Why a new password is refused; `validation.<flaw>` is its text. */
export type PasswordFlaw =
  | 'passwordLeaked'
  | 'passwordOwn'
  | 'passwordSite'
  | 'passwordCommon'
  | 'passwordRepeats'
  | 'passwordSequence'
  | 'passwordDate'
  | 'passwordWords';

/** Words that somebody would try first for one person, and for one site; in lower case. */
export interface PasswordWords {
  own: readonly string[];
  site: readonly string[];
}

/** Judges the beginning of longer passwords: the time grows with the length. */
const JUDGED_CHARACTERS = 64;
/** Readings of digits and marks as letters that are tried; the library's 100 take five times as long. */
const LETTER_SUBSTITUTIONS = 20;
/** zxcvbn's scores: 2 is a million guesses and more, 3 a hundred million. */
const SCORE_OF_ANY = 2;
const SCORE_OF_RECOGNIZED = 3;
/** As the contract demands. */
const MIN_CHARACTERS = 8;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary, ...spanish.dictionary },
  graphs: common.adjacencyGraphs,
  l33tMaxSubstitutions: LETTER_SUBSTITUTIONS,
  maxLength: JUDGED_CHARACTERS,
});

/** Removes everything but letters and digits. */
const compact = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Finds a word in any case, whatever stands between its letters. */
const patternOf = (word: string): RegExp => new RegExp(Array.from(word).join('[^\\p{L}\\p{N}]*'), 'giu');

/** Removes the person's and the site's words from a password. The rest must be a password in itself. */
const flawOfWords = (password: string, { own, site }: PasswordWords): PasswordFlaw | null => {
  const words = [
    ...own.map((word) => ({ word: compact(word), flaw: 'passwordOwn' as const })),
    ...site.map((word) => ({ word: compact(word), flaw: 'passwordSite' as const })),
  ].toSorted((a, b) => b.word.length - a.word.length);
  let rest = password;
  let found: PasswordFlaw | null = null;
  for (const { word, flaw } of words) {
    if (word === '') continue;
    const without = rest.replace(patternOf(word), '');
    if (without !== rest) found ??= flaw;
    rest = without;
  }
  if (!found) return null;
  return rest.length >= MIN_CHARACTERS && zxcvbn.check(rest).score >= SCORE_OF_ANY ? null : found;
};

/** One of the person's or the site's words. */
const isWord = (match: Match): boolean => match['dictionaryName'] === 'userInputs';
const isRecognized = ({ pattern }: Match): boolean => pattern !== 'bruteforce' && pattern !== 'separator';

/** Names the flaw of the longest recognized part; the person's and the site's words go first. */
const flawOf = (recognized: readonly Match[], { site }: PasswordWords): PasswordFlaw => {
  const word = recognized.find(isWord);
  if (word) return site.includes(String(word['matchedWord'])) ? 'passwordSite' : 'passwordOwn';
  const [longest] = recognized.toSorted((a, b) => b.token.length - a.token.length);
  switch (longest?.pattern) {
    case 'repeat':
      return 'passwordRepeats';
    case 'sequence':
    case 'spatial':
      return 'passwordSequence';
    case 'date':
    case 'regex':
      return 'passwordDate';
    default:
      return longest?.['dictionaryName'] === 'passwords-common' ? 'passwordCommon' : 'passwordWords';
  }
};

/**
 * Judges a new password of eight characters or more by how soon somebody who knows common passwords, words of English and Spanish, the person and
 * the site would guess it. A part that nothing recognizes counts ten guesses a character, so eight random characters score no higher than a
 * season with its year: the lower score is enough only where most of the password isn't recognized.
 */
export const judgePassword = (password: string, words: PasswordWords): PasswordFlaw | null => {
  const judged = password.slice(0, JUDGED_CHARACTERS);
  const flaw = flawOfWords(judged, words);
  if (flaw) return flaw;
  const { score, sequence } = zxcvbn.check(judged, [...words.site, ...words.own]);
  const recognized = sequence.filter(isRecognized);
  const characters = recognized.reduce((sum, { token }) => sum + token.length, 0);
  const isEnough = score >= SCORE_OF_RECOGNIZED || (score >= SCORE_OF_ANY && !recognized.some(isWord) && characters * 2 < judged.length);
  return isEnough ? null : flawOf(recognized, words);
};

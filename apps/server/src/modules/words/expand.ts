import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import type { Caller } from '../../platform/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Parser } from '../../platform/search/parsers.ts';
import { type Condition, type TypedWord, allOf, anyOf, typedWordsOf } from '../../platform/search/query.ts';
import type { WordScope } from './known-words.ts';
import { type Stems, readStems, stemmersOf } from './stems.queries.ts';
import { type Groups, type Member, loadSynonyms } from './synonyms.store.ts';

// A search for a word finds other forms of it and words that mean the same, too. They are alternatives of the query: nothing of them is stored with
// texts, so that a change of the owner's list holds at once (decision 119).

/** So many words that mean the same are searched for. */
const MAX_SYNONYMS = 16;

const isSame = (one: string, other: string, stems: Stems): boolean => {
  if (one === other) return true;
  const known = stems.of.get(one);
  return known !== undefined && (stems.of.get(other) ?? []).some((stem) => known.includes(stem));
};

/** Tells if the words of a query from a place on are those of a member, or forms of them. */
const stands = (member: Member, words: readonly TypedWord[], at: number, stems: Stems): boolean =>
  at + member.length <= words.length && member.every((word, index) => isSame(words[at + index]!.text, word, stems));

/** Other members of the groups in which a stretch of the query is. */
const othersOf = (groups: Groups, words: readonly TypedWord[], at: number, length: number, stems: Stems) => {
  const own = words
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ');
  const others = groups
    .filter((group) => group.some((member) => member.length === length && stands(member, words, at, stems)))
    .flatMap((group) => group.filter((member) => member.join(' ') !== own));
  return [...new Map(others.map((member) => [member.join(' '), member])).values()].slice(0, MAX_SYNONYMS);
};

export interface Expanded {
  /** A condition for each typed word; texts that meet them rank first. */
  typed: Condition[];
  /** Conditions that a text must meet: each word as typed, another form of it, or a synonym. */
  conditions: Condition[];
}

/** Search input with the forms and synonyms of its words. */
export const expand = async (
  platform: Pick<Platform, 'database'>,
  { locale }: Pick<Caller, 'locale'>,
  parser: Parser,
  typed: string,
  scope: WordScope,
): Promise<Expanded> => {
  const own = parser.conditionsOf(typed);
  const words = typedWordsOf(typed);
  // Another parser may cut elsewhere: its words have no alternatives then.
  if (own.length === 0 || own.length !== words.length) return { typed: own, conditions: own };
  const { groups } = await loadSynonyms(platform);
  const stems = await readStems(platform, words, groups, stemmersOf([DEFAULT_LOCALE, locale]), scope);
  const meaning = (member: Member): Condition => allOf(parser.conditionsOf(member.join(' ')));
  const conditions: Condition[] = [];
  const longest = Math.max(1, ...groups.flatMap((group) => group.map((member) => member.length)));
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longest, words.length - at);
    while (length > 1 && othersOf(groups, words, at, length, stems).length === 0) length -= 1;
    const forms = length === 1 ? (stems.forms.get(words[at]!.text) ?? []) : [];
    conditions.push(
      anyOf([
        allOf(own.slice(at, at + length)),
        ...forms.map((form): Condition => ({ type: 'token', token: form, isPrefix: false })),
        ...othersOf(groups, words, at, length, stems).map(meaning),
      ]),
    );
    at += length;
  }
  return { typed: own, conditions };
};

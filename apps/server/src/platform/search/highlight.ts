import { fold } from './fold.ts';
import type { Condition } from './query.ts';
import { type PlacedToken, placedTokensOf } from './tokens.ts';

// Shows why a text was found: its words around the match, with the match marked. Stored words have no places, so the text is cut again by the parser.
// Folding changes lengths (ß, İ, ﷺ), so each folded stretch is mapped to the characters it came from. Those are grapheme clusters, the smallest
// thing a reader sees: none is cut in two.

/** A stretch of an excerpt. */
export interface ExcerptPart {
  text: string;
  isMatch: boolean;
}

/** Visible characters of an excerpt. */
const LENGTH = 120;
/** At most so many stand before the first match: a narrow row still shows it. */
const LEAD = 20;
/** So many may be left out at the end, so that no word is cut. */
const TAIL = 15;
const ELLIPSIS = '…';

/** Neighbours that are folded together in some context, such as เเ to แ. */
const MOST_TOGETHER = 4;

interface Range {
  start: number;
  end: number;
}

/** Some characters of the text, and what they are folded to. */
interface Unit extends Range {
  /** The place in the folded text. */
  folded: Range;
}

const PLAIN = /^[\x20-\x7e]*$/u;
const segmenter = new Intl.Segmenter('und');
const charactersOf = (text: string): string[] =>
  PLAIN.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);

const isSpace = (character: string): boolean => /^\s+$/u.test(character);

/** How many of the next characters make the next of the folded text, and how long that is; null where it can't be told. */
const nextStep = (
  characters: readonly string[],
  at: number,
  rest: string,
  foldOne: (text: string) => string,
): { count: number; length: number } | null => {
  for (let count = 1; count <= MOST_TOGETHER && at + count <= characters.length; count += 1) {
    const folded = foldOne(characters.slice(at, at + count).join(''));
    if (rest.startsWith(folded)) return { count, length: folded.length };
  }
  // Within scripts without spaces a space of no width goes.
  return /^\u200b+$/u.test(characters[at]!) ? { count: 1, length: 0 } : null;
};

/** The units of a stretch without spaces. One unit where folding mixes it up. */
const unitsOfStretch = (
  characters: readonly string[],
  start: number,
  foldOne: (text: string) => string,
): { units: Unit[]; text: string } => {
  const text = foldOne(characters.join(''));
  if (characters.length === text.length && PLAIN.test(text) && characters.every((character) => PLAIN.test(character))) {
    return { units: characters.map((_, at) => ({ start: start + at, end: start + at + 1, folded: { start: at, end: at + 1 } })), text };
  }
  const whole = { units: [{ start, end: start + characters.length, folded: { start: 0, end: text.length } }], text };
  const units: Unit[] = [];
  let at = 0;
  let place = 0;
  while (at < characters.length) {
    // It shows where an Arabic word is put together, and is dropped from a character by itself.
    if (text[place] === '\u200c' && units.length > 0) units.at(-1)!.folded.end = place += 1;
    const step = nextStep(characters, at, text.slice(place, place + 100), foldOne);
    if (step === null) return whole;
    units.push({ start: start + at, end: start + at + step.count, folded: { start: place, end: place + step.length } });
    at += step.count;
    place += step.length;
  }
  return place === text.length ? { units, text } : whole;
};

/** Stretches of characters that are spaces, and that aren't. */
const stretchesOf = (characters: readonly string[]): Range[] => {
  const stretches: Range[] = [];
  for (const [at, character] of characters.entries()) {
    const before = stretches.at(-1);
    if (before && isSpace(characters[at - 1]!) === isSpace(character)) before.end = at + 1;
    else stretches.push({ start: at, end: at + 1 });
  }
  return stretches;
};

/** A folded text and where each stretch of it comes from. */
const foldInUnits = (characters: readonly string[]): { folded: string; units: Unit[] } => {
  const known = new Map<string, string>();
  const foldOne = (text: string): string => {
    const folded = known.get(text) ?? fold(text);
    known.set(text, folded);
    return folded;
  };
  const units: Unit[] = [];
  let folded = '';
  for (const { start, end } of stretchesOf(characters)) {
    const { units: own, text } = unitsOfStretch(characters.slice(start, end), start, foldOne);
    const before = folded.length;
    for (const unit of own) units.push({ ...unit, folded: { start: before + unit.folded.start, end: before + unit.folded.end } });
    folded += text;
  }
  return { folded, units };
};

/** Ranges in their order, those that overlap as one; `of` says which lists they come from. */
const merged = (lists: readonly (readonly Range[])[]): (Range & { of: Set<number> })[] => {
  const sorted = lists
    .flatMap((ranges, from) => ranges.map(({ start, end }) => ({ start, end, of: new Set([from]) })))
    .toSorted((a, b) => a.start - b.start);
  const result: (Range & { of: Set<number> })[] = [];
  for (const range of sorted) {
    const before = result.at(-1);
    if (before && range.start < before.end) {
      before.end = Math.max(before.end, range.end);
      for (const from of range.of) before.of.add(from);
    } else result.push(range);
  }
  return result;
};

const placesOf = (asked: string, isPrefix: boolean, tokens: readonly PlacedToken[], folded: string): Range[] =>
  tokens
    .filter(({ token }) => (isPrefix ? token.startsWith(asked) : token === asked))
    .map(({ token, start, end }) => ({
      start,
      // The typed beginning alone, unless the token is written otherwise in the text, such as hip-hop.
      end: folded.slice(start, end) === token ? start + asked.length : end,
    }));

/** The places in a folded text that meet a condition; null where it isn't met. */
const metBy = (condition: Condition, tokens: readonly PlacedToken[], folded: string): Range[] | null => {
  if (condition.type === 'token') {
    const places = placesOf(condition.token, condition.isPrefix, tokens, folded);
    return places.length === 0 ? null : places;
  }
  const lists = condition.of.map((one) => metBy(one, tokens, folded));
  const met = lists.filter((list) => list !== null);
  if (condition.type === 'any') return met.length === 0 ? null : met.flat();
  if (met.length < lists.length) return null;
  // Pieces of one word: the places with all of them in a row, unless they are only elsewhere.
  const inARow = merged(met).filter(({ of }) => of.size === met.length);
  return inARow.length > 0 ? inARow : met.flat();
};

/** Stretches of characters whose folding has the given ranges. */
const inCharacters = (ranges: readonly Range[], units: readonly Unit[]): Range[] =>
  ranges.flatMap(({ start, end }) => {
    const own = units.filter(({ folded }) => folded.start < end && folded.end > start);
    return own.length === 0 ? [] : [{ start: own[0]!.start, end: own.at(-1)!.end }];
  });

/** The first window with most matches; without any the beginning. */
const windowOf = (characters: readonly string[], matches: readonly Range[]): Range => {
  const count = characters.length;
  if (count <= LENGTH) return { start: 0, end: count };
  const within = ({ start }: Range): number => matches.filter((match) => match.start >= start && match.end <= start + LENGTH - LEAD).length;
  const best = matches.reduce<Range | undefined>(
    (chosen, match) => (chosen && within(chosen) >= within(match) ? chosen : match),
    undefined,
  );
  const first = best?.start ?? 0;
  const from = first <= LEAD ? 0 : first - LEAD;
  const space = from === 0 ? -1 : characters.findIndex((character, at) => at >= from && at < first && isSpace(character));
  const start = space < 0 ? from : space + 1;
  const end = Math.min(count, start + LENGTH);
  if (end === count) return { start, end };
  const lastSpace = characters.findLastIndex((character, at) => at <= end && at > end - TAIL && isSpace(character));
  const isWithin = matches.some((match) => match.start < lastSpace && match.end > lastSpace);
  return { start, end: lastSpace < 0 || isWithin ? end : lastSpace };
};

/**
 * The words of a text around what meets the conditions of a search, with the matches marked. Spaces between lines are left as they are.
 * @returns parts of about 120 visible characters; an ellipsis stands where more of the text precedes or follows
 */
export const excerptOf = (text: string, conditions: readonly Condition[]): ExcerptPart[] => {
  const characters = charactersOf(text);
  const { folded, units } = foldInUnits(characters);
  const tokens = placedTokensOf(folded);
  const places = conditions.flatMap((condition) => metBy(condition, tokens, folded) ?? []);
  const matches = merged([inCharacters(places, units)]);
  const { start, end } = windowOf(characters, matches);
  const parts: ExcerptPart[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    const cut = characters.slice(Math.max(from, start), Math.min(to, end)).join('');
    if (cut !== '') parts.push({ text: cut, isMatch });
  };
  let next = 0;
  for (const match of matches) {
    add(next, match.start, false);
    add(match.start, match.end, true);
    next = match.end;
  }
  add(next, characters.length, false);
  return [
    ...(start > 0 ? [{ text: ELLIPSIS, isMatch: false }] : []),
    ...parts,
    ...(end < characters.length ? [{ text: ELLIPSIS, isMatch: false }] : []),
  ];
};

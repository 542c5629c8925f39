import { clustersOf } from './search/tokens.ts';

/** Shorter words are not corrected: too many words are alike. */
export const LEAST_CORRECTED = 4;

/** From this length on a word may have two. */
const TWO_SLIPS = 8;

/** How many slips a word of so many characters, with their marks, may have. */
export const slipsAllowed = (length: number): number => (length < LEAST_CORRECTED ? 0 : length < TWO_SLIPS ? 1 : 2);

/**
 * How many slips make one word of another: a character with its marks too many, too few or another one, or two neighbours exchanged.
 * @returns at most `most + 1`
 */
export const slipsBetween = (one: string, other: string, most: number): number => {
  const [a, b] = [clustersOf(one), clustersOf(other)];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let slips = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        slips = Math.min(slips, before[column - 2]! + 1);
      current.push(slips);
    }
    if (Math.min(...current) > most) return most + 1;
    [before, above] = [above, current];
  }
  return Math.min(above[b.length]!, most + 1);
};

/** Returns the known name that a given one most likely means; undefined where none is near, or the name is known. */
export const nearestName = (given: string, known: readonly string[]): string | undefined => {
  if (known.includes(given)) return undefined;
  const lower = given.toLowerCase();
  const near = known
    .map((name) => ({ name, slips: slipsBetween(lower, name.toLowerCase(), 2) }))
    .filter(({ name, slips }) => slips <= slipsAllowed(Math.min(name.length, given.length)));
  return near.toSorted((a, b) => a.slips - b.slips)[0]?.name;
};

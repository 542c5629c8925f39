/** Seeded chance for the demo's people and their story: the same seed always gives the same numbers, on every machine. */

/** A source of numbers in [0, 1). */
export type Random = () => number;

/** A 32-bit seed from a text (FNV-1a). */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};

/** Spreads the bits of a 32-bit integer (the finaliser of MurmurHash3). */
const scramble = (value: number): number => {
  let v = value | 0;
  v = Math.imul(v ^ (v >>> 16), 0x85ebca6b);
  v = Math.imul(v ^ (v >>> 13), 0xc2b2ae35);
  return (v ^ (v >>> 16)) >>> 0;
};

/** A stream of numbers in [0, 1): a Weyl sequence, scrambled. */
export const seededRandom = (seed: number): Random => {
  let state = scramble(seed + 1);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return scramble(state) / 4294967296;
  };
};

/** A number between two bounds. */
export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** One of a list. */
export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length) % list.length]!;

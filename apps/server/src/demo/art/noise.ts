/**
 * Seeded chance for the demo pictures: the same seed always gives the same picture, on every machine.
 */

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
export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length) % list.length] as T;

const lattice = (seed: number, x: number, y: number): number =>
  scramble(Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1)) / 2147483648 - 1;

const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);

/** Smooth value noise in [-1, 1]; one unit is one cell. */
export const noise = (seed: number, x: number, y = 0): number => {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const u = ease(x - column);
  const v = ease(y - row);
  const top = lattice(seed, column, row) * (1 - u) + lattice(seed, column + 1, row) * u;
  const bottom = lattice(seed, column, row + 1) * (1 - u) + lattice(seed, column + 1, row + 1) * u;
  return top * (1 - v) + bottom * v;
};

/** Layers of noise, each twice as fine and half as strong; about [-1, 1]. */
export const layered = (seed: number, x: number, y = 0, layers = 4): number => {
  let sum = 0;
  let weight = 0.5;
  for (let i = 0; i < layers; i++) {
    sum += weight * noise(seed + i * 101, x * 2 ** i, y * 2 ** i);
    weight /= 2;
  }
  return sum;
};

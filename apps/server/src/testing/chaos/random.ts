/** Random choices, reproducible by seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  chance(of: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** An amount between two, with two decimals. */
  amount(least: number, most: number): number;
}

/** @param seed of mulberry32, a small generator of 32 bits */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (of) => next() < of,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    amount: (least, most) => Math.round((least + next() * (most - least)) * 100) / 100,
  };
};
